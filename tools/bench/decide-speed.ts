import { decide } from "../../packages/core/src/decision/decide.ts";
import type { DecisionInput } from "../../packages/core/src/decision/input.ts";
import { digestOf } from "../../packages/core/src/kernel/digest.ts";
import {
  finding,
  input,
  requirement,
  verdict,
} from "../../packages/core/src/testing/decision-of.ts";

/** The speed of `decide` on a large round, relative to that of a digest on the same machine. */
export type DecideSpeed = {
  requirements: number;
  findings: number;
  decisionsPerSecond: number;
  digestsPerSecond: number;
};

const REQUIREMENTS = 100;
const FINDINGS = 200;
const WARM_UP = 3_000;

/** Takes the best of many short runs, to exclude other load on the machine. */
export function measureDecideSpeed(runs: number): DecideSpeed {
  const facts = largeInput();
  const { task, round } = facts;
  repeat(WARM_UP, () => decide(facts));
  let decisions = 0;
  let digests = 0;
  for (let left = runs; left > 0; left -= 1) {
    decisions = Math.max(
      decisions,
      repeat(20, () => decide(facts)),
    );
    digests = Math.max(
      digests,
      repeat(100, () => digestOf({ task, round })),
    );
  }
  return {
    requirements: REQUIREMENTS,
    findings: FINDINGS,
    decisionsPerSecond: Math.round(decisions),
    digestsPerSecond: Math.round(digests),
  };
}

/** Creates a round with findings of every check, with precomputed digests. */
function largeInput(): DecisionInput {
  const names = Array.from({ length: REQUIREMENTS }, (_, at) => `c${at}`);
  const asked = names.map((name) => requirement(`check:${name}`));
  return input({
    stages: [asked.slice(0, REQUIREMENTS / 2), asked.slice(REQUIREMENTS / 2)],
    verdicts: names.map((name, at) =>
      verdict(`check:${name}`, "concerns", name, {
        findings: [`F-${2 * at + 1}`, `F-${2 * at + 2}`],
      }),
    ),
    findings: Array.from({ length: FINDINGS }, (_, at) =>
      finding(at % 2 === 0 ? "warning" : "info", {
        id: `F-${at + 1}`,
        raisedBy: [`c${Math.floor(at / 2)}`],
      }),
    ),
  });
}

/** Returns the calls per second over a number of repetitions. */
function repeat(times: number, work: () => unknown): number {
  const start = performance.now();
  for (let left = times; left > 0; left -= 1) work();
  return times / ((performance.now() - start) / 1_000);
}
