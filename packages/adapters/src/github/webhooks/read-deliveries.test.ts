import { describe, expect, it } from "vitest";
import { failedDeliveries, type GithubDelivery } from "./read-deliveries.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
const attempt = (
  id: number,
  guid: string,
  status_code: number,
  minute: number,
): GithubDelivery => ({
  id,
  guid,
  event: "push",
  status_code,
  delivered_at: at(minute),
});

describe("failedDeliveries", () => {
  it("returns the newest attempt of each webhook that never arrived, newest first", () => {
    const attempts = [
      attempt(5, "c", 502, 9),
      attempt(4, "a", 0, 8),
      attempt(3, "b", 202, 7),
      attempt(2, "b", 500, 6),
      attempt(1, "a", 500, 5),
    ];

    expect(failedDeliveries(attempts, 0).map(({ id, delivery }) => [id, delivery])).toEqual([
      ["5", "c"],
      ["4", "a"],
    ]);
  });

  it("leaves out what failed before the given time", () => {
    const attempts = [attempt(2, "b", 500, 6), attempt(1, "a", 500, 5)];

    expect(failedDeliveries(attempts, Date.parse(at(6))).map(({ delivery }) => delivery)).toEqual([
      "b",
    ]);
  });

  it("keeps an id that exceeds the safe integers", () => {
    const attempts = [{ ...attempt(1, "a", 500, 5), id: 9_007_199_254_740_993n }];

    expect(failedDeliveries(attempts, 0)[0]?.id).toBe("9007199254740993");
  });
});
