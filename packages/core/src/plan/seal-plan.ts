import { digestOf } from "../kernel/digest.ts";
import { type RequirementDraft, seal } from "./requirement.ts";
import type { Plan } from "./schema.ts";

/** A plan whose requirements have no position yet. */
export type PlanDraft = Omit<Plan, "requirements" | "notes" | "digest"> & {
  machines: readonly RequirementDraft[];
  panel: readonly RequirementDraft[];
  layers: readonly RequirementDraft[];
};

/** Arranges a plan and computes its digest. */
export function sealPlan(draft: PlanDraft): Plan {
  const plan = arrangePlan(draft);
  return { ...plan, digest: digestOf(plan) };
}

/** Numbers the stages without gaps: machines, panel, one layer after the other. */
export function arrangePlan({ machines, panel, layers, ...rest }: PlanDraft): Omit<Plan, "digest"> {
  const stages = [machines, panel, ...layers.map((layer) => [layer])];
  const requirements = stages
    .filter((drafts) => drafts.length > 0)
    .flatMap((drafts, stage) => drafts.map((draft) => seal(draft, stage)));
  const asked = new Set(layers.flatMap((layer) => layer.layers));
  const notes: Plan["notes"] = [];
  if (layers.some((layer) => layer.layers.length > 1)) notes.push("layers_merged");
  if (!rest.chain.some((layer) => asked.has(layer))) notes.push("chain_empty");
  return { ...rest, requirements, notes };
}
