import type { Facts } from "../../content/schema.ts";
import type { Policy } from "../../policy/policy.ts";
import { guardedChanges } from "../guard/guarded-changes.ts";
import { ownerForUnknown } from "../layers/committers.ts";
import { layerAsks } from "../layers/layer-asks.ts";
import { resolveChain, taskTypes } from "../layers/resolve-chain.ts";
import { resolveLayers } from "../layers/resolve-layers.ts";
import { resolveMode } from "../layers/resolve-mode.ts";
import { composeMachines } from "../machines/compose-machines.ts";
import { composePanel } from "../machines/compose-panel.ts";
import { classify } from "../risk/classify.ts";
import type { Assignment, Gap, Plan, RosterEntry } from "../schema.ts";
import { arrangePlan, type PlanDraft, sealPlan } from "../seal-plan.ts";
import { touchedPaths } from "../touched-paths.ts";

/** The inputs of a plan. */
export type PlanInput = {
  facts: Facts;
  policy: Policy;
  roster: readonly RosterEntry[];
  assignment: Assignment;
  /** Detected gaps, which can only add requirements. */
  gaps: readonly Gap[];
  /** Agents that were requested by hand, in addition to those of the policy. */
  requested?: Plan["requested"];
  /** Reviewers that the engine runs itself. */
  engineRun?: readonly string[] | undefined;
};

/**
 * Compiles the requirements of a round, with the reason for each.
 *
 * Stage 0 contains the machines, then follow the panel, the layers one by one, and the mode's owner.
 */
export function compilePlan(input: PlanInput): Plan {
  return sealPlan(draftPlan(input));
}

/** Compiles a plan to compare with another one, which needs no digest of the whole. */
export function expectedPlan(input: PlanInput): Omit<Plan, "digest"> {
  return arrangePlan(draftPlan(input));
}

function draftPlan(input: PlanInput): PlanDraft {
  const { facts, policy, roster, assignment, gaps, requested, engineRun } = input;
  const guarded = guardedChanges(facts, policy);
  const classification = classify(facts, policy, assignment, guarded);
  const mode = resolveMode(assignment, policy);
  const labels = assignment.labels.map(({ name }) => name);
  const paths = touchedPaths(facts);
  const types = taskTypes(assignment, policy, paths);
  const situation = { ...classification, types, labels, paths };
  const chain = resolveChain(assignment, policy, situation);
  const composed = composeMachines(situation, policy, assignment, { gaps, requested });
  const { panel, near } = composePanel(situation, policy, assignment);
  const demands = [...composed.layers, ...ownerForUnknown(facts, policy)];
  const asks = layerAsks(chain, demands, guarded, mode);
  const alreadyAsked = [...composed.machines, ...panel].flatMap(({ who }) => who);
  const { drafts, skipped } = resolveLayers(asks, assignment, policy, roster, {
    alreadyAsked,
    codeOwners: facts.codeOwners,
  });
  return {
    classification,
    mode,
    chain: chain.chain,
    chainBecause: chain.because,
    machines: composed.machines,
    panel,
    layers: drafts,
    skipped,
    near: [...composed.near, ...near],
    gaps: [...gaps],
    ...(requested === undefined ? {} : { requested: [...requested] }),
    ...(engineRun === undefined ? {} : { engineRun: [...engineRun] }),
    policyDigest: policy.digest,
    factsDigest: facts.digest,
  };
}
