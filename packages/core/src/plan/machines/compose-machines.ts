import type { Policy } from "../../policy/policy.ts";
import type { Demand, ReviewPolicy } from "../../policy/schema-review.ts";
import type { LayerDemand } from "../layers/layer-asks.ts";
import type { RequirementDraft } from "../requirement.ts";
import type { Assignment, Because, Gap, NearMiss, Plan } from "../schema.ts";
import { checkWhen, type Situation } from "./check-when.ts";
import {
  createCheckMachine,
  findMachine,
  INTEGRITY,
  type Machine,
  machineDraft,
} from "./machine.ts";

/** The requirements of the policies, and the near misses of policies that did not fire. */
type Composed = { machines: RequirementDraft[]; layers: LayerDemand[]; near: NearMiss[] };

/** Additional requirements: from gap detection, and by hand. */
type Added = { gaps: readonly Gap[]; requested?: Plan["requested"] };

type MachineAsk = { machine: Machine; quorum: number; because: Because };

/**
 * Composes stage 0: the built-in check, the configured checks, the reviewers that policies require, and those
 * that gaps and people add. Each machine has one requirement with every reason for it.
 */
export function composeMachines(
  situation: Situation,
  policy: Policy,
  assignment: Assignment,
  { gaps, requested = [] }: Added,
): Composed {
  const asks = alwaysAsked(policy);
  const layers: LayerDemand[] = [];
  const near: NearMiss[] = [];
  for (const entry of policy.policies.toSorted(byPriority)) {
    const checked = checkWhen(entry.when, situation);
    const name = `policies.${entry.id}`;
    for (const demand of entry.require) {
      if (!checked.holds) {
        near.push({ reviewer: nameOf(demand), entry: name, needs: checked.needs });
        continue;
      }
      const because = { entry: name, fact: checked.fact };
      if ("layer" in demand) layers.push({ ...demand, because });
      else asks.push(reviewerAsk(demand.reviewer, demand.quorum, because, policy));
    }
  }
  for (const { reviewer, concern } of gaps)
    asks.push(reviewerAsk(reviewer, 1, { entry: "gaps", fact: concern }, policy));
  for (const { reviewer, by } of requested.filter((one) => isRegistered(one.reviewer, policy)))
    asks.push(reviewerAsk(reviewer, 1, { entry: "review", fact: `asked for by ${by}` }, policy));
  return { machines: oncePerMachine(asks, policy, assignment), layers, near };
}

function isRegistered(reviewer: string, { reviewers }: Policy): boolean {
  return reviewers.some(({ id }) => id === reviewer);
}

function alwaysAsked(policy: Policy): MachineAsk[] {
  const because = { entry: INTEGRITY, fact: "every change" };
  const configured = policy.checks.map(({ id, timeout }) => ({
    machine: createCheckMachine(id, timeout),
    quorum: 1,
    because: { entry: `checks.${id}`, fact: "every change" },
  }));
  return [{ machine: findMachine(INTEGRITY, policy), quorum: 1, because }, ...configured];
}

function reviewerAsk(
  reviewer: string,
  quorum: number,
  because: Because,
  policy: Policy,
): MachineAsk {
  return { machine: findMachine(reviewer, policy), quorum, because };
}

function oncePerMachine(
  asks: readonly MachineAsk[],
  policy: Policy,
  assignment: Assignment,
): RequirementDraft[] {
  const merged = new Map<string, { machine: Machine; quorum: number; because: Because[] }>();
  for (const { machine, quorum, because } of asks) {
    const key = `${machine.kind}:${machine.id}`;
    const known = merged.get(key) ?? { machine, quorum, because: [] };
    merged.set(key, {
      machine: known.machine,
      quorum: Math.max(known.quorum, quorum),
      because: [...known.because, because],
    });
  }
  return [...merged.values()].map(({ machine, quorum, because }) =>
    machineDraft(machine, quorum, because, { policy, assignment }),
  );
}

/** Sorts by priority, highest first, then by id. */
function byPriority(a: ReviewPolicy, b: ReviewPolicy): number {
  return b.priority - a.priority || (a.id < b.id ? -1 : 1);
}

function nameOf(demand: Demand): string {
  return "layer" in demand ? `layer:${demand.layer}` : demand.reviewer;
}
