import { expect } from "vitest";
import type { RequestRecord } from "../world/faults.ts";

/** The buckets of the rate limit: each lets through `size` writes at once and another one every `refillMs`. */
const BUCKETS = [
  { size: 14, refillMs: 1_250 },
  { size: 90, refillMs: 9_000 },
];
/** Milliseconds between the reservation of a write and its arrival. */
const LATE_MS = 20_000;
/** Writes without content: tokens of the installation, and requests for lost webhooks. */
const UNLIMITED = /access_tokens|deliveries|graphql/;

/** Lists the writes that reached the hub. */
export function listWrites(requests: readonly RequestRecord[]): RequestRecord[] {
  return requests.filter(
    ({ operation }) => !operation.startsWith("GET ") && !UNLIMITED.test(operation),
  );
}

/** Asserts that no window contains more writes than the buckets let through. */
export function verifyWrites(requests: readonly RequestRecord[]): void {
  const times = listWrites(requests).map(({ atMs }) => atMs);
  for (const { size, refillMs } of BUCKETS)
    for (const [from, start] of times.entries()) {
      const tooMany = times.slice(from).findIndex((end, index) => {
        return index + 1 > size + (end - start + LATE_MS) / refillMs;
      });
      expect(tooMany, `writes from ${start} beyond one every ${refillMs} ms`).toBe(-1);
    }
}
