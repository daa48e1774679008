import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { times } from "../../testing/times.ts";
import { type HookFiles, hookFiles } from "../files/hook-files.ts";
import type { StopDecision, StopFacts } from "./decide-stop.ts";
import { decideAndRecordStop } from "./handle-stop.ts";

let directory: string;
let files: HookFiles;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "countersign-stops-"));
  files = hookFiles({ directory });
});
afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
});

const tree = fc.constantFrom("one", "two", "three");
const finding = fc.record({ id: fc.constantFrom("F-1", "F-2", "F-3") });

/** One stop of one of a few sessions, in any state that engine, host and disk can be in. */
const stop = fc.record({
  session: fc.constantFrom("a", "b", "c"),
  round: fc.constantFrom(1, 2, 3),
  facts: fc.record<Omit<StopFacts, "blocks" | "feedback">>({
    hookActive: fc.boolean(),
    tree: fc.option(tree, { freq: 20 }),
    blockedAt: fc.option(tree),
    engineAnswered: fc.nat(9).map((one) => one > 0),
    begunAt: fc.option(fc.constantFrom("zero", "one"), { freq: 20 }),
    hasEdited: fc.boolean(),
    isBackground: fc.nat(9).map((one) => one === 0),
    handedIn: fc.subarray(["one", "two", "three"], { minLength: 2 }),
    failedChecks: fc.array(
      fc.record({
        command: fc.constantFrom("npm test", "npm run lint", "npm run types"),
        errors: fc.constant(null),
        output: fc.string(),
      }),
      { maxLength: 3 },
    ),
    next: fc.option(
      fc.record({
        task: fc.constantFrom("cs-b", "cs-c", "cs-d"),
        title: fc.string(),
        is: fc.constantFrom("here", "elsewhere", "new"),
        branch: fc.constant(null),
      }),
    ),
    task: fc.constantFrom("none", "waits_for_agent", "submitted"),
  }),
  left: fc.option(
    fc.record({
      findings: fc.array(finding, { maxLength: 3 }),
      isTouched: fc.boolean(),
      hasRoundsLeft: fc.nat(4).map((one) => one > 0),
    }),
  ),
});

/** Why the agent goes on; null: it stops. */
function reasonIn(decision: StopDecision): string | null {
  if (decision.do === "block") return decision.reason;
  return decision.do === "submit" ? (decision.offer?.reason ?? null) : null;
}

it("random stops: at most two blocks per session and round, no reason twice, none without an engine", async () => {
  const spans: number[] = [];
  const seen = { let: 0, submit: 0, block: 0 };
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(stop, { minLength: 20, maxLength: 20 }), async (stops) => {
      runs += 1;
      const inRound = new Map<string, number>();
      const reasons = new Set<string>();
      const decided = stops.map(async ({ session, round, facts, left }) => {
        const key = { agent: "codex", session: `${runs} ${session}`, root: "/shop" };
        const feedback = left === null ? null : { ...left, task: "cs-ab12", round };
        const begun = performance.now();
        const given = { round: `cs-ab12 ${round}`, facts: { ...facts, feedback } };
        const decision = await decideAndRecordStop(files, key, given);
        spans.push(performance.now() - begun);
        seen[decision.do] += 1;
        const reason = reasonIn(decision);
        if (reason === null) return;
        const of = `${session} ${round}`;
        inRound.set(of, (inRound.get(of) ?? 0) + 1);
        expect(inRound.get(of)).toBeLessThanOrEqual(2);
        expect(reasons.has(`${session} ${reason}`)).toBe(false);
        reasons.add(`${session} ${reason}`);
        expect(facts.engineAnswered && facts.tree !== null).toBe(true);
      });
      await Promise.all(decided); // also those of one session at the same time
    }),
    { numRuns: times(50, 5) },
  );
  const p99 = spans.toSorted((a, b) => a - b)[Math.floor(spans.length * 0.99)] ?? 0;
  process.stdout.write(
    `${spans.length} stops: ${seen.let} let, ${seen.submit} submitted, ${seen.block} kept back; p99 ${p99.toFixed(1)} ms\n`,
  );
  expect(Math.min(seen.let, seen.submit, seen.block)).toBeGreaterThan(spans.length / 100);
  expect(p99).toBeLessThan(300);
});
