import fc from "fast-check";
import { expect, it } from "vitest";
import { afterQuietHours, notificationDueMs, quietMinutesLeft } from "./notify-route.ts";

const DAY = 1_440;
const minute = fc.integer({ min: 0, max: DAY - 1 });
const text = (at: number): string =>
  `${String(Math.floor(at / 60)).padStart(2, "0")}:${String(at % 60).padStart(2, "0")}`;

it("quiet hours hold exactly the minutes from their beginning to before their end", () => {
  let quiet = 0;
  let loud = 0;
  fc.assert(
    fc.property(minute, minute, minute, (from, to, now) => {
      const isInside = from <= to ? now >= from && now < to : now >= from || now < to;
      const left = quietMinutesLeft({ from: text(from), to: text(to) }, now);
      expect(left > 0).toBe(isInside);
      if (isInside) expect((now + left) % DAY).toBe(to);
      if (isInside) quiet += 1;
      else loud += 1;
    }),
    { numRuns: 2_000 },
  );
  expect(Math.min(quiet, loud)).toBeGreaterThan(300);
});

it("nothing is sent in quiet hours, nothing earlier than wanted, and nothing later than needed", () => {
  fc.assert(
    fc.property(
      minute,
      minute,
      fc.integer({ min: 0, max: 10_000_000_000 }),
      fc.integer({ min: -720, max: 840 }),
      (from, to, atMs, zone) => {
        const localMinute = (ms: number) => (((Math.floor(ms / 60_000) + zone) % DAY) + DAY) % DAY;
        const quietHours = { from: text(from), to: text(to) };
        const sentMs = afterQuietHours(atMs, quietHours, localMinute);
        expect(quietMinutesLeft(quietHours, localMinute(sentMs))).toBe(0);
        expect(sentMs).toBeGreaterThanOrEqual(atMs);
        if (sentMs > atMs) {
          expect(quietMinutesLeft(quietHours, localMinute(sentMs - 1))).toBe(1);
          expect(quietMinutesLeft(quietHours, localMinute(atMs))).toBeGreaterThan(0);
        }
      },
    ),
    { numRuns: 2_000 },
  );
});

const GROUP_MS = 300_000;

type Arrival = { afterMs: number; task: number; now: boolean };

/** Plays the arrivals of one recipient; a fact that is known is not added again. */
function play(arrivals: readonly Arrival[], quietHours: { from: string; to: string } | null) {
  const localMinute = (ms: number) => Math.floor(ms / 60_000) % DAY;
  const dueOf = new Map<number, { dueMs: number; arrivedMs: number; now: boolean }>();
  let nowMs = 0;
  for (const { afterMs, task, now } of arrivals) {
    nowMs += afterMs;
    if (dueOf.has(task)) continue;
    const planned = [...dueOf.values()].map(({ dueMs }) => dueMs).filter((ms) => ms > nowMs);
    const plannedMs = planned.length === 0 ? null : Math.min(...planned);
    const dueMs = notificationDueMs({ nowMs, now, plannedMs }, GROUP_MS, quietHours, localMinute);
    dueOf.set(task, { dueMs, arrivedMs: nowMs, now });
  }
  return { facts: [...dueOf.values()], localMinute };
}

const arrivals = fc.array(
  fc.record({
    afterMs: fc.integer({ min: 0, max: 200_000 }),
    task: fc.integer({ min: 0, max: 40 }),
    now: fc.boolean(),
  }),
  { minLength: 10, maxLength: 60, size: "max" },
);

it("turns are collected: one message per group, each fact once, and none later than the group lasts", () => {
  let grouped = 0;
  fc.assert(
    fc.property(arrivals, (all) => {
      const { facts } = play(all, null);
      const collected = facts.filter(({ now }) => !now);
      for (const { dueMs, arrivedMs, now } of facts) {
        expect(dueMs).toBeGreaterThanOrEqual(arrivedMs);
        expect(dueMs - arrivedMs).toBeLessThanOrEqual(now ? 0 : GROUP_MS);
      }
      const messages = [...new Set(collected.map(({ dueMs }) => dueMs))].toSorted((a, b) => a - b);
      messages.reduce((before, at) => {
        expect(at - before).toBeGreaterThanOrEqual(GROUP_MS);
        return at;
      }, Number.NEGATIVE_INFINITY);
      grouped += collected.length - messages.length;
    }),
    { numRuns: 500 },
  );
  expect(grouped).toBeGreaterThan(500);
});

it("collected or not, nothing is sent in quiet hours", () => {
  fc.assert(
    fc.property(arrivals, minute, minute, (all, from, to) => {
      const quietHours = { from: text(from), to: text(to) };
      const { facts, localMinute } = play(all, quietHours);
      for (const { dueMs } of facts)
        expect(quietMinutesLeft(quietHours, localMinute(dueMs))).toBe(0);
    }),
    { numRuns: 500 },
  );
});
