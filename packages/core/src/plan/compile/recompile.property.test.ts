import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { digestOf } from "../../kernel/digest.ts";
import { LAYERS, MODES } from "../../policy/words.ts";
import {
  agentOf,
  assignmentOf,
  barePolicy,
  factsOf,
  idsOf,
  rule,
  UNIVERSAL,
} from "../../testing/plan-of.ts";
import { times } from "../../testing/scale.ts";
import { Plan, type Requirement } from "../schema.ts";
import { compilePlan } from "./compile-plan.ts";
import { recompile as recompilePlan } from "./recompile.ts";

/** Every actor can still answer, and no person accepted a policy. */
const recompile = (old: Plan, fresh: Plan) =>
  recompilePlan(old, fresh, { canAnswer: () => true, acceptedBy: null });

const RUNS = times(1_000, 1_000);

const one = fc.constantFrom;

const policyFile = fc.record({
  policies: fc
    .subarray([
      rule("a", "always", { reviewer: "codex" }),
      rule("b", "always", { reviewer: "gemini" }, { layer: "peer", quorum: 2 }),
      rule("c", "always", { layer: "csuite" }),
    ])
    .map((policies) => [UNIVERSAL, ...policies]),
  people: fc.record({ owner: one(["ana"], ["ana", "ben"]), csuite: one(["ceo"], ["ana"]) }),
  panel: one(null, { members: ["codex", "gemini"], quorum: 1 }),
  modes: fc.record({ default: one(...MODES) }),
  chains: fc.record({ code: fc.shuffledSubarray([...LAYERS], { minLength: 1 }) }),
});

/** Loading costs more than compiling, so the policies come from a pool. */
const policies = one(...fc.sample(policyFile, { numRuns: 100, seed: 11 }).map(barePolicy));

const plans = fc
  .record({
    policy: policies,
    roster: fc.subarray([
      agentOf("dev-2"),
      agentOf("dev-3"),
      agentOf("dev-4", { load: 1 }),
      agentOf("ceo"),
    ]),
    paths: one(["a.ts"], ["countersign.json"]),
    assignee: one(null, "claude"),
    gaps: fc.subarray([{ concern: "c", reviewer: "build-reviewer", foundBy: "x", proposal: "" }]),
  })
  .map(({ paths, assignee, ...rest }) =>
    compilePlan({ ...rest, facts: factsOf(paths), assignment: assignmentOf({ assignee }) }),
  );

function isAtLeast(after: Requirement, before: Requirement): boolean {
  return (
    after.quorum >= before.quorum &&
    (after.human || !before.human) &&
    (after.delivery === "now" || before.delivery === "queue") &&
    (after.satisfiedBy === undefined || before.satisfiedBy !== undefined)
  );
}

function requireThat(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

describe("a recompiled plan", () => {
  it("has every requirement of both plans, on terms that are not milder, and is stable", () => {
    let kept = 0;
    let added = 0;
    let onOtherTerms = 0;
    const holds = (old: Plan, fresh: Plan) => {
      const plan = Plan.parse(recompile(old, fresh));
      const byId = new Map(plan.requirements.map((requirement) => [requirement.id, requirement]));
      for (const before of [...old.requirements, ...fresh.requirements]) {
        const after = byId.get(before.id);
        requireThat(after !== undefined && isAtLeast(after, before), `${before.id} is milder`);
      }
      const layers = new Set(plan.requirements.flatMap((requirement) => requirement.layers));
      requireThat(
        old.requirements.every((before) => before.layers.every((layer) => layers.has(layer))),
        "a layer was lost",
      );
      const size = new Set([...idsOf(old), ...idsOf(fresh)]).size;
      requireThat(plan.requirements.length === size, "something was made up");
      const stages = [...new Set(plan.requirements.map(({ stage }) => stage))];
      requireThat(
        stages.every((stage, i) => stage === i),
        "the stages have a hole",
      );
      requireThat(recompile(plan, plan).digest === plan.digest, "unstable");
      requireThat(digestOf(idsOf(recompile(plan, fresh))) === digestOf(idsOf(plan)), "restless");

      kept += Number(size > fresh.requirements.length);
      added += Number(size > old.requirements.length);
      onOtherTerms += Number(
        old.requirements.some(({ id, digest }) => byId.get(id)?.digest !== digest),
      );
    };
    fc.assert(fc.property(plans, plans, holds), { numRuns: RUNS });

    expect(kept).toBeGreaterThan(RUNS / 4);
    expect(added).toBeGreaterThan(RUNS / 4);
    expect(onOtherTerms).toBeGreaterThan(RUNS / 10);
  });
});
