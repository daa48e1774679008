import { describe, expect, it } from "vitest";
import { followQueueJob } from "./forge-jobs.ts";

describe("followQueueJob", () => {
  it("is one job for all tasks that wait in a merge queue, and continues as one", () => {
    const tasks = [20_000, 23_000, 29_999].map((nowMs) => followQueueJob("shop")("acme", nowMs));
    expect(new Set(tasks.map(({ id }) => id)).size).toBe(1);
    expect(tasks.map(({ delayMs }) => delayMs)).toEqual([10_000, 7_000, 1]);
    expect(followQueueJob("shop")("acme", 30_000)).toMatchObject({ delayMs: 10_000 });
    expect(followQueueJob("shop")("acme", 30_000).id).not.toBe(tasks[0]?.id);
  });
});
