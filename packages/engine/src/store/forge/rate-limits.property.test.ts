import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { type BucketTimes, type RequestCost, takeTokens } from "./rate-limits.ts";

const MINUTE = 60_000;
const HOUR = 3_600_000;
/** A request reaches the forge this long after it was allowed, at most. */
const LATEST_MS = 20_000;

type Arrival = RequestCost & { atMs: number };

/** A client that waits, sends as much as it may, and whose requests arrive late. */
const schedule = fc.array(
  fc.record({
    pauseMs: fc.oneof(
      fc.constant(0),
      fc.integer({ min: 1, max: 2_000 }),
      fc.integer({ min: 1, max: HOUR }),
    ),
    requests: fc.integer({ min: 1, max: 1_000 }),
    cost: fc.constantFrom(
      { writes: 1, points: 5 },
      { writes: 0, points: 1 },
      { writes: 2, points: 12 },
    ),
    lateMs: fc.integer({ min: 0, max: LATEST_MS }),
    isPatient: fc.boolean(),
  }),
  { minLength: 1, maxLength: 30 },
);

function run(steps: typeof schedule extends fc.Arbitrary<infer Steps> ? Steps : never) {
  let fullAt: BucketTimes = { minuteWrites: 0, hourWrites: 0, points: 0 };
  let nowMs = 1_000_000;
  let refused = 0;
  const arrivals: Arrival[] = [];
  for (const { pauseMs, requests, cost, lateMs, isPatient } of steps) {
    nowMs += pauseMs;
    for (let sent = 0; sent < requests; sent += 1) {
      const result = takeTokens(fullAt, cost, nowMs);
      if (result.is === "taken") {
        fullAt = result.fullAt;
        arrivals.push({ ...cost, atMs: nowMs + lateMs });
        continue;
      }
      refused += 1;
      if (!isPatient) break;
      nowMs += result.waitMs;
    }
  }
  return { arrivals: arrivals.sort((a, b) => a.atMs - b.atMs), refused };
}

/** The largest sum over any closed window of this length. */
function busiest(
  arrivals: readonly Arrival[],
  windowMs: number,
  part: "writes" | "points",
): number {
  let [from, sum, most] = [0, 0, 0];
  for (const arrival of arrivals) {
    sum += arrival[part];
    while ((arrivals[from]?.atMs ?? 0) < arrival.atMs - windowMs) {
      sum -= arrivals[from]?.[part] ?? 0;
      from += 1;
    }
    most = Math.max(most, sum);
  }
  return most;
}

describe("takeTokens", () => {
  it("exceeds no limit of the forge in any window, even if requests arrive late", () => {
    const seen = { minute: 0, hour: 0, points: 0, refused: 0 };
    fc.assert(
      fc.property(schedule, (steps) => {
        const { arrivals, refused } = run(steps);
        const minute = busiest(arrivals, MINUTE, "writes");
        const hour = busiest(arrivals, HOUR, "writes");
        const points = busiest(arrivals, MINUTE, "points");
        seen.minute = Math.max(seen.minute, minute);
        seen.hour = Math.max(seen.hour, hour);
        seen.points = Math.max(seen.points, points);
        seen.refused += refused;
        expect(minute).toBeLessThanOrEqual(80);
        expect(hour).toBeLessThanOrEqual(500);
        expect(points).toBeLessThanOrEqual(900);
      }),
      { numRuns: Math.max(300, Math.ceil(300 * inject("scale"))) },
    );
    // The limits were reached closely enough that a looser bucket would have exceeded them.
    expect(seen.minute).toBeGreaterThan(60);
    expect(seen.hour).toBeGreaterThan(400);
    expect(seen.points).toBeGreaterThan(600);
    expect(seen.refused).toBeGreaterThan(100);
  });

  it("lets a request pass after exactly the time that it was told to wait", () => {
    let waits = 0;
    fc.assert(
      fc.property(schedule, fc.integer({ min: 1, max: 14 }), (steps, writes) => {
        let fullAt: BucketTimes = { minuteWrites: 0, hourWrites: 0, points: 0 };
        const cost = { writes, points: writes * 5 };
        for (const { requests } of steps)
          for (let sent = 0; sent < requests; sent += 1) {
            const result = takeTokens(fullAt, cost, 0);
            if (result.is === "taken") {
              fullAt = result.fullAt;
              continue;
            }
            waits += 1;
            expect(takeTokens(fullAt, cost, result.waitMs).is).toBe("taken");
            expect(takeTokens(fullAt, cost, result.waitMs - 1).is).toBe("wait");
            break;
          }
      }),
      { numRuns: Math.max(100, Math.ceil(100 * inject("scale"))) },
    );
    expect(waits).toBeGreaterThan(50);
  });

  it("refuses a request that no full bucket could pay for", () => {
    const full = { minuteWrites: 0, hourWrites: 0, points: 0 };
    expect(() => takeTokens(full, { writes: 15, points: 1 }, 0)).toThrow("never be sent");
  });
});
