import type { Facts } from "../../content/schema.ts";
import type { Policy } from "../../policy/policy.ts";
import { guardedChanges } from "../guard/guarded-changes.ts";
import { ownerForUnknown } from "../layers/committers.ts";
import { layerAsks } from "../layers/layer-asks.ts";
import { resolveChain, typesOf } from "../layers/resolve-chain.ts";
import { resolveLayers } from "../layers/resolve-layers.ts";
import { resolveMode } from "../layers/resolve-mode.ts";
import { composeMachines } from "../machines/compose-machines.ts";
import { composePanel } from "../machines/compose-panel.ts";
import { classify } from "../risk/classify.ts";
import type { Assignment, Gap, Plan, RosterEntry } from "../schema.ts";
import { sealPlan } from "../seal-plan.ts";
import { touchedPaths } from "../touched-paths.ts";

/** Everything a plan is made from. */
export type PlanInput = {
  facts: Facts;
  policy: Policy;
  roster: readonly RosterEntry[];
  assignment: Assignment;
  /** What gap detection found; it can only add requirements. */
  gaps: readonly Gap[];
  /** Agents that were asked for by hand; they are added to what the policy asks for. */
  requested?: Plan["requested"];
  /** Reviewers that the engine runs itself. */
  engineRun?: readonly string[] | undefined;
};

/**
 * Compiles the requirements of a round and why each is there.
 *
 * Stage 0 are the machines, then the panel, then the layers one by one; the mode's owner comes last.
 */
export function compilePlan(input: PlanInput): Plan {
  const { facts, policy, roster, assignment, gaps, requested, engineRun } = input;
  const guarded = guardedChanges(facts, policy);
  const classification = classify(facts, policy, assignment, guarded);
  const mode = resolveMode(assignment, policy);
  const labels = assignment.labels.map(({ name }) => name);
  const paths = touchedPaths(facts);
  const types = typesOf(assignment, policy, paths);
  const situation = { ...classification, types, labels, paths };
  const chain = resolveChain(assignment, policy, situation);
  const composed = composeMachines(situation, policy, assignment, { gaps, requested });
  const { panel, near } = composePanel(situation, policy, assignment);
  const demands = [...composed.layers, ...ownerForUnknown(facts, policy)];
  const asks = layerAsks(chain, demands, guarded, mode);
  const alreadyAsked = [...composed.machines, ...panel].flatMap(({ who }) => who);
  const { drafts, skipped } = resolveLayers(asks, assignment, policy, roster, alreadyAsked);
  return sealPlan({
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
  });
}
