import fc from "fast-check";
import { expect, it } from "vitest";
import { times } from "../testing/scale.ts";
import { playAlone, TIMERS, type TimerKind } from "../testing/walk/virtual-time.ts";

const TASKS = times(10_000);
const DAY_MS = 86_400_000;

it("ends, or names the person in turn, for every task whose reviewers are dead or answer garbage", {
  timeout: 0,
}, async ({ annotate }) => {
  Reflect.set(Error, "stackTraceLimit", 0); // a refusal is an error here, and its stack costs more than the step
  const endings = { done: 0, rejected: 0, person: 0 };
  const fired = new Map<TimerKind, number>(TIMERS.map((kind) => [kind, 0]));
  let longestMs = 0;

  fc.assert(
    fc.property(fc.integer(), (start) => {
      const { is, fired: timers, tookMs } = playAlone(start);
      endings[is] += 1;
      for (const kind of timers) fired.set(kind, (fired.get(kind) ?? 0) + 1);
      longestMs = Math.max(longestMs, tookMs);
    }),
    { numRuns: TASKS, endOnFailure: true },
  );

  const longestDays = Math.ceil(longestMs / DAY_MS);
  await annotate(JSON.stringify({ TASKS, endings, longestDays, fired: Object.fromEntries(fired) }));
  expect(endings.done + endings.person + endings.rejected).toBe(TASKS);
  expect(endings.rejected).toBe(0);
  expect(endings.done).toBeGreaterThan(TASKS / 100);
  expect(endings.person).toBeGreaterThan(TASKS / 10);
  expect([...fired].filter(([, count]) => count < TASKS / 1_000)).toEqual([]);
});
