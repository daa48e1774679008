import fc from "fast-check";
import { expect, it } from "vitest";
import { decide } from "../decision/decide.ts";
import { canonicalJson } from "../kernel/canonical-json.ts";
import { anyGiven } from "../testing/any-decision.ts";
import { finding, input } from "../testing/decision-of.ts";
import { agentOf, assignmentOf } from "../testing/plan-of.ts";
import { times } from "../testing/scale.ts";
import { decisionDigest } from "./decision-digest.ts";
import { type InputActs, redactInputs } from "./redact-inputs.ts";
import { restoreInput } from "./restore-inputs.ts";
import { ProofInputs } from "./schema-inputs.ts";

const NO_ACTS: InputActs = {
  verdicts: new Map(),
  findings: new Map(),
  labels: new Map(),
  modes: new Map(),
  released: [],
};

const CANARY = "canary-7f3a";

/** Puts a canary into every text that an input of `decide()` can have. */
function withCanaries(seed: number) {
  const given = anyGiven(seed);
  const findings = (given.findings ?? []).map((item, at) => ({
    ...item,
    ...finding(item.severity, { message: CANARY, quote: CANARY, file: CANARY, id: item.id }),
    raisedBy: item.raisedBy,
    rounds: item.rounds,
    disposition:
      [
        item.disposition,
        { is: "dismissed", reason: CANARY, by: "ana" } as const,
        { is: "deferred", link: CANARY, by: "ana" } as const,
        { is: "disputed", note: CANARY, by: "claude" } as const,
      ][(seed + at) & 3] ?? item.disposition,
  }));
  const verdicts = (given.verdicts ?? []).map((verdict) => ({ ...verdict, summary: CANARY }));
  const all = input({ ...given, findings, verdicts });
  const { plan } = all;
  if (plan === null || all.round.purpose !== "gate") return null;
  const because = { entry: CANARY, fact: CANARY };
  const gaps = [{ concern: CANARY, reviewer: "codex", foundBy: "claude", proposal: CANARY }];
  const requirements = plan.requirements.map((item) => ({ ...item, because: [because] }));
  return { ...all, plan: { ...plan, gaps, requirements, chainBecause: because } };
}

it("decides to the same bytes from inputs without any text", () => {
  const seen = { decisions: 0, complete: 0, addresses: 0, disposed: 0, partial: 0 };
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const original = withCanaries(seed);
      if (original === null) return;
      const redacted = redactInputs({
        input: original,
        roster: [agentOf("claude")],
        assignment: assignmentOf(),
        acts: NO_ACTS,
      });
      const line = canonicalJson(redacted);
      const parsed = ProofInputs.parse(JSON.parse(line));
      const addresses = ["other@x.test", "zoe@x.test"];
      const restored = restoreInput(parsed, original.policy, addresses);

      expect(line).not.toContain(CANARY);
      expect(line).not.toContain("zoe@x.test");
      const decision = decide(original);
      expect(restored && decisionDigest(decide(restored))).toBe(decisionDigest(decision));
      const isWhole = decision.reasons.every(({ row }) => row !== "not_shown_whole");
      if (isWhole)
        expect(restored && canonicalJson(decide(restored))).toBe(canonicalJson(decision));
      else seen.partial += 1;

      seen.decisions += 1;
      if (decision.complete) seen.complete += 1;
      if ((original.task.unknownCommitters ?? []).length > 0) {
        seen.addresses += 1;
        expect(restoreInput(parsed, original.policy, [])).toBeNull();
      }
      if (original.report.findings.some(({ disposition }) => "by" in disposition))
        seen.disposed += 1;
    }),
    { numRuns: times(1_000, 200) },
  );
  expect(seen.decisions).toBeGreaterThan(times(600, 120));
  expect(seen.partial).toBeGreaterThan(0);
  for (const count of [seen.complete, seen.addresses, seen.disposed])
    expect(count).toBeGreaterThan(times(40, 5));
});
