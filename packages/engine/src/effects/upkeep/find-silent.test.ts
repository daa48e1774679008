import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadTestPolicy } from "../../testing/load-test-policy.ts";
import { findSilent } from "./find-silent.ts";

const MINUTE = 60_000;

/** The clocks at a time, from when each agent was last heard. */
function clocksAt(nowMs: number, heardMs: Readonly<Record<string, number>>) {
  const work = Object.entries(heardMs).map(([task, at]) => ({ task, seq: 1, quietMs: nowMs - at }));
  return { work, runQuietMs: nowMs - Math.max(...Object.values(heardMs)) };
}

const SILENCE = { agent: "15m", run: "15m" };

describe("with a clock that is only told", () => {
  it("finds a quiet agent after a quarter of an hour, whatever its neighbour says [D14]", () => {
    const at = (minutes: number) =>
      findSilent(clocksAt(minutes * MINUTE, { quiet: 0, chatty: (minutes - 1) * MINUTE }), SILENCE);
    expect(at(14)).toEqual([]);
    expect(at(15)).toEqual([{ task: "quiet", seq: 1, summary: "Nothing for 15m" }]);
    expect(at(60).map(({ task }) => task)).toEqual(["quiet"]);
  });

  it("finds a run in which nobody says anything sooner, if its clock is the shorter one [D14]", () => {
    const { silence } = loadTestPolicy({ silence: { agent: "20m", run: "10m" } });
    const at = (minutes: number) =>
      findSilent(clocksAt(minutes * MINUTE, { one: 0, two: 5 * MINUTE }), silence);
    expect(at(14)).toEqual([]);
    expect(at(15)).toEqual([
      { task: "one", seq: 1, summary: "Nothing from any agent for 10m" },
      { task: "two", seq: 1, summary: "Nothing from any agent for 10m" },
    ]);
    const beside = clocksAt(20 * MINUTE, { one: 0, two: 19 * MINUTE });
    expect(findSilent(beside, silence)).toEqual([
      { task: "one", seq: 1, summary: "Nothing for 20m" },
    ]);
    const before = clocksAt(19 * MINUTE, { one: 0, two: 18 * MINUTE });
    expect(findSilent(before, silence)).toEqual([]);
  });

  it("never lets one agent's events hide another's silence, nor a silent run hide an agent's", () => {
    const minutes = fc.nat(120);
    const heard = fc.dictionary(fc.constantFrom("a", "b", "c", "d"), minutes, { minKeys: 1 });
    const span = fc.integer({ min: 1, max: 90 });
    fc.assert(
      fc.property(heard, span, span, (minutesOf, agent, run) => {
        const heardMs = Object.fromEntries(
          Object.entries(minutesOf).map(([name, at]) => [name, at * MINUTE]),
        );
        const silence = { agent: `${agent}m`, run: `${run}m` };
        const found = findSilent(clocksAt(120 * MINUTE, heardMs), silence).map(({ task }) => task);
        const isRunSilent = 120 - Math.max(...Object.values(minutesOf)) >= run;
        const expected = Object.entries(minutesOf)
          .filter(([, at]) => isRunSilent || 120 - at >= agent)
          .map(([name]) => name);
        expect(found).toEqual(expected);
      }),
    );
  });
});
