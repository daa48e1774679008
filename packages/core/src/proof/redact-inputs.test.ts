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
  task: { unknownCommitters: ["zoe@x.test"], sponsors: ["ben"] },
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
  expect(decisionDigest({ ...decision, complete: !decision.complete })).not.toBe(
    decisionDigest(decision),
  );
});
