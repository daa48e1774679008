import { expect, it } from "vitest";
import { barePolicy, UNIVERSAL } from "../testing/plan-of.ts";
import { composeBrief } from "./compose-brief.ts";

const REVIEWER = {
  id: "money",
  name: "Money reviewer",
  kind: "agent",
  adapter: "codex",
  description: "Guards sums.",
  focusAreas: ["Rounding"],
  maxWords: 77,
};

const RULE = {
  id: "sums-01",
  name: "Decimal sums",
  severity: "critical",
  reviewer: "money",
  category: "sums",
  description: "floats lose cents",
  detection: "float beside money",
  recommendation: "use decimals",
};

function briefOf(file: object): string {
  const { reviewers, rules } = barePolicy({ reviewers: [REVIEWER], ...file });
  const reviewer = reviewers.find(({ adapter }) => adapter === "codex");
  if (reviewer === undefined) throw new Error("The policy has no such reviewer");
  const task = { id: "cs-a", title: "Sums", description: "", acceptance: [], author: "claude" };
  return composeBrief({
    reviewer,
    rules,
    task: { ...task, statedBy: "person" },
    round: 1,
    purpose: "gate",
    since: null,
    change: "+const sum = 1;",
    maxChangeChars: 1_000,
    tree: "1".repeat(40),
    nonce: "n1",
    answerSchema: "{}",
    pass: "first",
  });
}

it("introduces the reviewer as the policy describes it", () => {
  const brief = briefOf({});

  expect(brief).toContain("You are Money reviewer (money). Guards sums.\n");
  expect(brief).toContain("Look at:\n- Rounding\n\n");
  expect(brief).toContain("The summary has at most 77 words.");
});

it("lists the policy's rules of the reviewer", () => {
  const require = [{ reviewer: "integrity" }, { reviewer: "money" }];

  expect(briefOf({ rules: [RULE], policies: [{ ...UNIVERSAL, require }] })).toContain(
    "- [ ] sums-01 · Decimal sums · critical · look for: float beside money · instead: use decimals\n",
  );
});
