import { canonicalJson, type Json } from "../kernel/canonical-json.ts";
import { LAYERS } from "../policy/words.ts";
import { stricterTerms } from "./layer-asks.ts";
import { unseal } from "./requirement.ts";
import type { Plan, Requirement } from "./schema.ts";
import { sealPlan } from "./seal-plan.ts";

/**
 * Brings a plan up to date with a changed policy.
 *
 * An unchanged requirement keeps its place and its verdicts, new ones are added, and none disappears: that takes a
 * person. Where both plans ask the same on other terms, the fresh ones count as far as they are not milder.
 */
export function recompile(old: Plan, fresh: Plan): Plan {
  const { requirements, notes: _notes, digest: _digest, engineRun, ...rest } = fresh;
  const known = new Map(old.requirements.map((requirement) => [requirement.id, requirement]));
  const renewed = requirements.map((requirement) => {
    const before = known.get(requirement.id);
    return before === undefined ? requirement : renew(before, requirement, fresh);
  });
  const drafts = interleave(old.requirements, renewed).map(unseal);
  const layers = drafts.filter((draft) => draft.layers.length > 0);
  const asked = new Set(layers.flatMap((draft) => draft.layers));
  return sealPlan({
    ...rest,
    // The engine did not mark its own runs when a plan without this list was made.
    ...(old.engineRun === undefined || engineRun === undefined ? {} : { engineRun }),
    skipped: fresh.skipped.filter(({ layer }) => !asked.has(layer)),
    gaps: union(fresh.gaps, old.gaps),
    machines: drafts.filter((draft) => draft.layers.length === 0 && draft.id !== "panel"),
    panel: drafts.filter(({ id }) => id === "panel"),
    layers,
  });
}

/** The fresh requirement, except where the old one was stricter. */
function renew(old: Requirement, fresh: Requirement, plan: Plan): Requirement {
  if (old.digest === fresh.digest) return fresh;
  const { satisfiedBy: _unlessBoth, ...kept } = staysWithOld(old, fresh) ? old : fresh;
  const lost = old.layers.filter(
    (layer) => !plan.requirements.some(({ layers }) => layers.includes(layer)),
  );
  return {
    ...kept,
    ...stricterTerms(old, fresh),
    layers: LAYERS.filter((layer) => fresh.layers.includes(layer) || lost.includes(layer)),
    because: union(fresh.because, old.because),
  };
}

/** A person's question is not handed to a machine, and a peer at work is not replaced by a less loaded one. */
function staysWithOld(old: Requirement, fresh: Requirement): boolean {
  return (old.human && !fresh.human) || (old.kind === "peer" && fresh.who.length <= old.who.length);
}

/** The old order; what is new comes just before what follows it in the fresh order. */
function interleave(old: readonly Requirement[], fresh: readonly Requirement[]): Requirement[] {
  const order = old.map(
    (requirement) => fresh.find(({ id }) => id === requirement.id) ?? requirement,
  );
  let next = order.length;
  for (const requirement of fresh.toReversed()) {
    const at = order.indexOf(requirement);
    if (at === -1) order.splice(next, 0, requirement);
    else next = at;
  }
  return order;
}

function union<Item extends Json>(first: readonly Item[], second: readonly Item[]): Item[] {
  const seen = new Map([...first, ...second].map((item) => [canonicalJson(item), item]));
  return [...seen.values()];
}
