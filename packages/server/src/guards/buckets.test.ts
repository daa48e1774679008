import { expect, it } from "vitest";
import { createBuckets } from "./buckets.ts";

it("lets a burst through, then as much as comes back, each key for itself", () => {
  let now = 0;
  const buckets = createBuckets(3, 2, () => now);
  const take = (key: string) => buckets.take(key);

  expect([take("a"), take("a"), take("a")]).toEqual([0, 0, 0]);
  expect(take("a")).toBe(1);
  expect(take("b")).toBe(0);
  now = 500;
  expect([take("a"), take("a")]).toEqual([0, 1]);
  buckets.giveBack("a");
  expect(take("a")).toBe(0);
});
