import { expect, it } from "vitest";
import { decide } from "../decision/decide.ts";
import { canonicalJson } from "../kernel/canonical-json.ts";
import { finding, input, requirement, verdict } from "../testing/decision-of.ts";
import { agentOf, assignmentOf } from "../testing/plan-of.ts";
import { hex } from "../testing/proof-of.ts";
import { decisionDigest } from "./decision-digest.ts";
import { redactInputs } from "./redact-inputs.ts";
import { restoreInput } from "./restore-inputs.ts";

const SECRET = "the words of a person";
const because = { entry: SECRET, fact: SECRET };

const original = input({
  stages: [[requirement("agent:codex", { because: [because] })], [requirement("layer:owner")]],
  verdicts: [
    verdict("agent:codex", "approved", "codex", { summary: SECRET, notShownWhole: SECRET }),
    verdict("layer:owner", "approved", "ana", { summary: SECRET }),
  ],
  findings: [
    finding("major", { disposition: { is: "dismissed", reason: SECRET, by: "ana" } }),
    finding("info", { id: "F-2", disposition: { is: "deferred", link: SECRET, by: "ana" } }),
    finding("info", { id: "F-3", disposition: { is: "disputed", note: SECRET, by: "codex" } }),
    finding("info", { id: "F-4", message: SECRET, quote: SECRET, file: SECRET }),
  ],
  skipped: [{ layer: "peer", reason: "alone", detail: SECRET, because }],
  task: { unknownCommitters: ["zoe@x.test"], sponsors: ["ben"], committers: ["claude"] },
  round: { noResult: ["agent:gemini"], turns: ["codex"] },
});

function redacted() {
  if (original.plan === null) throw new Error("the input needs a plan");
  const gaps = [{ concern: SECRET, reviewer: "codex", foundBy: "claude", proposal: SECRET }];
  return redactInputs({
    input: { ...original, plan: { ...original.plan, gaps } },
    roster: [agentOf("claude")],
    assignment: assignmentOf({
      labels: [{ name: "docs", by: "person" }],
      modeChoices: [{ mode: "auto", by: "person" }],
      authors: ["claude"],
      avoid: ["gemini"],
    }),
    acts: {
      verdicts: new Map([["vrd_layerownerana", hex("1", 64)]]),
      findings: new Map([["F-1", hex("2", 64)]]),
      labels: new Map([["docs", hex("3", 64)]]),
      modes: new Map([["auto", hex("4", 64)]]),
      released: [hex("5", 64)],
    },
  });
}

it("keeps no text of reviewers, gaps or people, and no address", () => {
  const line = canonicalJson(redacted());
  expect(line).not.toContain(SECRET);
  expect(line).not.toContain("zoe@x.test");
});

it("keeps the names and ids that a decision reads", () => {
  const { plan, verdicts, task, round, compiled } = redacted();
  expect(plan.skipped).toEqual([{ layer: "peer", reason: "alone" }]);
  expect(plan.gaps).toEqual([{ reviewer: "codex", foundBy: "claude" }]);
  expect(verdicts.items.map(({ notShownWhole }) => notShownWhole)).toEqual([true, undefined]);
  expect(task.committers).toEqual(["claude"]);
  expect([round.noResult, round.turns]).toEqual([["agent:gemini"], ["codex"]]);
  expect(compiled.assignment).toMatchObject({ authors: ["claude"], avoid: ["gemini"] });
});

it("restores every text as a placeholder", () => {
  const because = { entry: "", fact: "" };
  const restored = restoreInput(redacted(), original.policy, ["zoe@x.test"]);
  expect(restored?.plan).toMatchObject({
    classification: {
      ...{ domains: [], risk: 0, terms: [], type: "", typeBecause: because },
      ...{ scope: "small", protectedPaths: [] },
    },
    mode: { ...redacted().plan.mode, because },
    chainBecause: because,
    requirements: [{ because: [because] }, { because: [because] }],
    skipped: [{ layer: "peer", reason: "alone", because }],
    near: [],
    gaps: [{ reviewer: "codex", foundBy: "claude", concern: "", proposal: "" }],
  });
  expect(restored?.verdicts.items).toMatchObject([
    { by: "codex", summary: "", costUsd: 0, notShownWhole: "not shown whole" },
    { by: "ana", summary: "", costUsd: 0 },
  ]);
  const texts = { fingerprint: "", category: "", message: "" };
  expect(restored?.report.findings).toMatchObject([
    { id: "F-1", ...texts, disposition: { is: "dismissed", by: "ana", reason: "" } },
    { id: "F-3", ...texts, disposition: { is: "disputed", by: "codex", note: "" } },
    { id: "F-4", ...texts, disposition: { is: "open" } },
    { id: "F-2", ...texts, disposition: { is: "deferred", by: "ana", link: "" } },
  ]);
});

it("names the act behind each input of a person", () => {
  const { verdicts, report, compiled, released } = redacted();
  expect(verdicts.items.map(({ act }) => act)).toEqual([undefined, hex("1", 64)]);
  expect(report.findings.find(({ id }) => id === "F-1")?.disposition).toEqual({
    is: "dismissed",
    by: "ana",
    act: hex("2", 64),
  });
  expect(compiled.assignment.labels).toEqual([{ name: "docs", by: "person", act: hex("3", 64) }]);
  expect(compiled.assignment.modeChoices[0]?.act).toBe(hex("4", 64));
  expect(released).toEqual([hex("5", 64)]);
});

it("decides again to the same digest, if the addresses are known", () => {
  const restored = restoreInput(redacted(), original.policy, ["zoe@x.test"]);
  const decision = decide(original);
  expect(decision.reasons.map(({ row }) => row)).toContain("not_shown_whole");
  expect(restored && decisionDigest(decide(restored))).toBe(decisionDigest(decision));
  expect(restoreInput(redacted(), original.policy, [])).toBeNull();
});

it("covers everything of a decision but its sentences", () => {
  const decision = decide(original);
  const withReviewer = (reviewer: string, why: string) =>
    decisionDigest({
      ...decision,
      reasons: decision.reasons.map((reason) =>
        reason.row === "not_shown_whole"
          ? { ...reason, inputs: { ...reason.inputs, reviewer, why } }
          : reason,
      ),
    });
  expect(withReviewer("codex", "one reason")).toBe(withReviewer("codex", "another reason"));
  expect(withReviewer("codex", "one reason")).not.toBe(withReviewer("gemini", "one reason"));
  expect(decisionDigest({ ...decision, complete: !decision.complete })).not.toBe(
    decisionDigest(decision),
  );
});
