import { describe, expect, it } from "vitest";
import { chooseDeliveries } from "./redeliver-webhooks.ts";

const failed = (id: number, event: string) => ({
  ...{ id: String(id), delivery: `d-${id}`, event, deliveredAtMs: 1_000 - id },
});

describe("chooseDeliveries", () => {
  it("asks for what no poll recovers first, newest first, and for at most 20", () => {
    const pushes = Array.from({ length: 30 }, (_, index) => failed(index, "push"));
    const chosen = chooseDeliveries([
      ...pushes,
      failed(30, "check_run"),
      failed(31, "merge_group"),
    ]);
    expect(chosen.map(({ id }) => Number(id))).toEqual([30, 31, ...Array(18).keys()]);
  });
});
