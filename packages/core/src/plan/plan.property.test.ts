import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { digestOf } from "../kernel/digest.ts";
import { ReviewPolicy } from "../policy/schema-review.ts";
import { LAYERS, MODES } from "../policy/words.ts";
import { agentOf, factsOf, fileOf, idsOf, personOf, rule, UNIVERSAL } from "../testing/plan-of.ts";
import { policyOf } from "../testing/policy-of.ts";
import { times } from "../testing/scale.ts";
import { compilePlan, type PlanInput } from "./compile/compile-plan.ts";
import { findGaps } from "./gaps/find-gaps.ts";
import { type Assignment, Gap, Plan, type Requirement } from "./schema.ts";

const RUNS = times(1_000, 1_000);

const some = <Item>(items: readonly Item[]) => fc.subarray([...items]);
const one = fc.constantFrom;

const policyFile = fc.record({
  domains: one([
    { id: "money", globs: ["**/billing/**"], risk: 3, description: "Money" },
    { id: "data", globs: ["**/*.sql"], risk: 2, description: "Data" },
  ]),
  rules: one([]),
  policies: some([
    rule("money", { domain: "money" }, { reviewer: "finance-sme" }),
    rule("risky", { riskAtLeast: 4 }, { reviewer: "security-reviewer" }, { layer: "owner" }),
    rule("ours", { label: "ours" }, { reviewer: "codex" }, { layer: "peer", quorum: 2 }),
    rule("chief", { label: "security" }, { layer: "csuite" }),
  ]).map((policies) => [UNIVERSAL, ...policies]),
  people: fc.record({ owner: one(["ana"], ["ana", "ben"]), csuite: one(["ceo"], ["ana"]) }),
  panel: one(null, { members: ["codex", "gemini"], quorum: 2 }),
  modes: fc.record({
    default: one(...MODES),
    floor: one(...MODES),
    autoApprove: fc.record({ enabled: fc.boolean() }),
  }),
  trust: fc.record({
    trackerLabels: one("tighten", "trusted"),
    differentModelFamily: fc.boolean(),
  }),
  chains: fc.record({ code: fc.shuffledSubarray([...LAYERS], { minLength: 1 }) }),
});

/** Loading costs more than compiling, so the policies come from a pool. */
const policy = one(...fc.sample(policyFile, { numRuns: 150, seed: 7 }).map(policyOf));

const facts = fc
  .record({
    files: some([
      fileOf("a.ts", { added: 400 }),
      fileOf("billing/b.ts", { oldPath: "CODEOWNERS", status: "renamed" }),
      fileOf(".github/ci.yml"),
      fileOf("package.json", { added: 60 }),
      fileOf("db/migrate/1.sql"),
      fileOf("login.c", { added: 300, generated: true }),
    ]),
    changedKeys: some(["package.json#scripts"]),
    weakenedTests: some([{ path: "a.test.ts", what: "test_skipped" } as const]),
  })
  .map(({ files, ...more }) => factsOf(files, more));

const roster = some([
  agentOf("claude", { modelFamily: "claude" }),
  agentOf("dev-2", { modelFamily: "gpt" }),
  agentOf("dev-2", { load: 2 }),
  agentOf("dev-3", { modelFamily: "gemini", load: 1 }),
  agentOf("dev-4", { department: "finance", modelFamily: "gpt" }),
  agentOf("ceo"),
  agentOf("cto"),
  personOf("cto"),
  personOf("ana"),
]);

const LABELS = ["security", "docs", "trivial", "review:skip", "review:per-task", "ours"];
const labelsBy = (...askers: Assignment["labels"][number]["by"][]) =>
  some(LABELS.flatMap((name) => askers.map((by) => ({ name, by })))).map((list) =>
    list.slice(0, 3),
  );
const choicesBy = (...askers: Assignment["modeChoices"][number]["by"][]) =>
  some(MODES.flatMap((mode) => askers.map((by) => ({ mode, by })))).map((list) => list.slice(0, 2));
const AUTHORS = ["claude", "dev-2", "codex", "gemini", "security-reviewer", "ana", "ben", "cto"];

const assignment: fc.Arbitrary<Assignment> = fc.record({
  title: one("Implement it", "Budget", "Business plan", "Blog post", "Notes"),
  type: one(undefined, undefined, "code", "poem"),
  askedType: one(undefined, undefined, "code", "marketing_external", "poem"),
  department: one(undefined, "engineering", "engineering", "finance", "poetry"),
  statedBy: one("person", "planner", "author"),
  assignee: one(null, "claude", "claude", "ana"),
  authors: some(AUTHORS),
  authorFamily: one(undefined, "gpt", "claude"),
  labels: labelsBy("person", "planner", "author", "tracker"),
  modeChoices: choicesBy("person", "planner", "author"),
  avoid: some(["dev-2"]),
});

const GAP = { concern: "Nobody reads it", foundBy: "gap-rules", proposal: "" };
const gaps = some(["codex", "integrity", "stranger"].map((reviewer) => ({ ...GAP, reviewer })));

const inputs: fc.Arbitrary<PlanInput> = fc.record({ facts, policy, roster, assignment, gaps });

function requireThat(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

/** Counts what was met, so that a property cannot pass by never looking. */
function counter() {
  const counts = new Map<string, number>();
  return {
    see: (what: string, is: boolean) => counts.set(what, (counts.get(what) ?? 0) + Number(is)),
    atLeast: (share: number) => {
      for (const [what, count] of counts)
        expect([what, count > RUNS * share]).toEqual([what, true]);
    },
  };
}

function check<Input>(arbitrary: fc.Arbitrary<Input>, holds: (input: Input) => void): void {
  fc.assert(fc.property(arbitrary, holds), { numRuns: RUNS });
}

function isAtLeast(after: Requirement, before: Requirement): boolean {
  return (
    after.quorum >= before.quorum &&
    (after.human || !before.human) &&
    (after.delivery === "now" || before.delivery === "queue") &&
    (after.satisfiedBy === undefined || before.satisfiedBy !== undefined)
  );
}

/** Every question of one plan is asked in the other, by its id or as one of merged layers, on no milder terms. */
function loosened(before: Plan, after: Plan): string | undefined {
  const asked = new Set(after.requirements.flatMap(({ layers }) => layers));
  const lost = before.requirements.find(
    (requirement) =>
      !requirement.layers.every((layer) => asked.has(layer)) ||
      !after.requirements.some(
        (other) =>
          (other.id === requirement.id ||
            other.layers.some((it) => requirement.layers.includes(it))) &&
          requirement.who.every((id) => other.who.includes(id)) &&
          isAtLeast(other, requirement),
      ),
  );
  return lost?.id;
}

describe("every plan", () => {
  it("is valid, dense, begins with the integrity check and asks authors for nothing but self [R-010] [C10]", () => {
    const seen = counter();
    check(inputs, (input) => {
      const plan = compilePlan(input);
      const { digest, ...rest } = Plan.parse(plan);
      const stages = [...new Set(plan.requirements.map(({ stage }) => stage))];
      const { authors } = input.assignment;
      const others = plan.requirements.filter(({ kind }) => kind !== "self");

      requireThat(digest === digestOf(rest), "digest");
      requireThat(
        stages.every((stage, i) => stage === i),
        "stages",
      );
      requireThat(new Set(idsOf(plan)).size === plan.requirements.length, "ids");
      requireThat(idsOf(plan)[0] === "check:integrity", "integrity");
      requireThat(
        others.every(({ who }) => !who.some((id) => authors.includes(id))),
        "author",
      );

      seen.see("panel", idsOf(plan).includes("panel"));
      seen.see("merged", plan.notes.includes("layers_merged"));
      seen.see("empty", plan.notes.includes("chain_empty"));
      seen.see("skipped", plan.skipped.length > 0);
      seen.see(
        "stand-in",
        plan.requirements.some(({ kind, human }) => kind === "agent" && human),
      );
      seen.see("author is a reviewer", authors.includes("codex"));
    });
    seen.atLeast(0.02);
  });

  it("has an owner who must look when a protected path is touched, in every mode [H20]", () => {
    const seen = counter();
    check(fc.tuple(inputs, one(...MODES)), ([input, mode]) => {
      const guarded = { ...input.facts, files: [...input.facts.files, fileOf("countersign.json")] };
      const modeChoices = [{ mode, by: "person" }] as const;
      const plan = compilePlan({
        ...input,
        facts: guarded,
        assignment: { ...input.assignment, labels: [], modeChoices },
      });
      const owner = plan.requirements.find(({ layers }) => layers.includes("owner"));
      requireThat(plan.mode.mode === mode, "mode");
      requireThat(owner?.human === true && owner.delivery === "now", "owner");
      requireThat(owner?.satisfiedBy === undefined, "predicate");
      seen.see(mode, true);
    });
    seen.atLeast(0.15);
  });

  it("does not depend on the order of files, labels, choices and roster [R-009]", () => {
    const seen = counter();
    check(fc.tuple(inputs, fc.nat({ max: 9 })), ([input, turn]) => {
      const shuffle = <Item>(list: readonly Item[]): Item[] => {
        const at = turn % (list.length + 1);
        return [...list.slice(at), ...list.slice(0, at).toReversed()];
      };
      const shuffled = {
        ...input,
        facts: { ...input.facts, files: shuffle(input.facts.files) },
        roster: shuffle(input.roster),
        assignment: {
          ...input.assignment,
          labels: shuffle(input.assignment.labels),
          modeChoices: shuffle(input.assignment.modeChoices),
        },
      };
      const plan = compilePlan(input);
      const other = compilePlan(shuffled);
      requireThat(other.digest === plan.digest, "plan");
      const found = (it: PlanInput, of: Plan) => digestOf(findGaps(it.facts, of, it.policy));
      requireThat(found(input, plan) === found(shuffled, other), "gaps");
      seen.see("another order", digestOf(shuffled.facts.files) !== digestOf(input.facts.files));
    });
    seen.atLeast(0.3);
  });
});

describe("authors and unauthenticated labels", () => {
  const words = fc.record({
    labels: labelsBy("author", "tracker"),
    modeChoices: choicesBy("author"),
    askedType: one(undefined, "code", "marketing_external", "internal_document", "poem"),
  });

  it("never remove a requirement nor loosen its terms [H5] [H7]", () => {
    const seen = counter();
    check(fc.tuple(inputs, words), ([input, { labels, modeChoices, askedType }]) => {
      const { assignment: given } = input;
      const trusted = input.policy.trust.trackerLabels === "trusted";
      const added = labels.filter(({ by }) => by === "author" || !trusted);
      const before = compilePlan({ ...input, assignment: { ...given, askedType: undefined } });
      const more = {
        askedType,
        labels: [...given.labels, ...added],
        modeChoices: [...given.modeChoices, ...modeChoices],
      };
      const after = compilePlan({ ...input, assignment: { ...given, ...more } });
      requireThat(loosened(before, after) === undefined, `${loosened(before, after)} was loosened`);
      requireThat(
        MODES.indexOf(after.mode.mode) <= MODES.indexOf(before.mode.mode) &&
          (before.mode.mayAutoApprove || !after.mode.mayAutoApprove),
        "mode",
      );
      seen.see("stricter mode", after.mode.mode !== before.mode.mode);
      seen.see("more requirements", after.requirements.length > before.requirements.length);
      seen.see("nothing changed", after.digest === before.digest);
    });
    seen.atLeast(0.02);
  });
});

describe("gaps", () => {
  it("only add requirements, and those that are found are valid [R-067] [C22] [H18]", () => {
    const seen = counter();
    check(inputs, (input) => {
      const before = compilePlan({ ...input, gaps: [] });
      const found = findGaps(input.facts, before, input.policy);
      for (const gap of found) ReviewPolicy.parse(JSON.parse(Gap.parse(gap).proposal));
      const after = compilePlan({ ...input, gaps: [...input.gaps, ...found] });
      const digests = new Set(after.requirements.map(({ digest }) => digest));
      requireThat(
        before.requirements.every(({ digest }) => digests.has(digest)),
        "lost",
      );
      requireThat(
        found.every(({ reviewer }) => !idsOf(before).includes(`agent:${reviewer}`)),
        "asked already",
      );
      seen.see("found", found.length > 0);
      seen.see("added", after.requirements.length > before.requirements.length);
      seen.see("nothing found", found.length === 0);
    });
    seen.atLeast(0.05);
  });
});
