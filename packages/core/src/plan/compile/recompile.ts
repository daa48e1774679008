import { canonicalJson, type Json } from "../../kernel/canonical-json.ts";
import { LAYERS, type Layer } from "../../policy/words.ts";
import { stricterTerms } from "../layers/layer-asks.ts";
import { unseal } from "../requirement.ts";
import type { Plan, Requirement, Skip } from "../schema.ts";
import { sealPlan } from "../seal-plan.ts";

/** A round's seats, and the policy of the new plan. */
export type RecompileOptions = Seating & {
  /** The person who accepted the new plan's policy. Null if no requirement of the old plan may be dropped. */
  acceptedBy: string | null;
};

/** The entry of a requirement that a person named at a release. */
export const RELEASE_ENTRY = "release";

/**
 * Updates a plan to a changed policy or changed seats.
 *
 * Unchanged requirements keep their place and verdicts, and new ones are added. A requirement that the new plan
 * lacks is dropped if a person accepted the policy, or if no actor can answer it any more; otherwise it stays. If
 * both plans contain a requirement with different terms, the stricter terms apply.
 */
export function recompile(old: Plan, fresh: Plan, options: RecompileOptions): Plan {
  const { requirements, notes: _notes, digest: _digest, engineRun, dropped: _, ...rest } = fresh;
  const known = new Map(old.requirements.map((requirement) => [requirement.id, requirement]));
  const renewed = requirements.map((requirement) => {
    const before = known.get(requirement.id);
    return before === undefined ? requirement : renew(before, requirement, fresh, options);
  });
  const kept = old.requirements.filter((requirement) => isKept(requirement, fresh, options));
  const drafts = interleave(kept, renewed).map(unseal);
  const layers = drafts.filter((draft) => draft.layers.length > 0);
  const asked = new Set(layers.flatMap((draft) => draft.layers));
  const dropped = droppedFrom(old, fresh, options);
  return sealPlan({
    ...rest,
    // The engine did not mark its own runs for plans without this list.
    ...(old.engineRun === undefined || engineRun === undefined ? {} : { engineRun }),
    ...(dropped.length === 0 ? {} : { dropped }),
    skipped: [...fresh.skipped, ...emptied(old, fresh, options)].filter(
      ({ layer }) => !asked.has(layer),
    ),
    gaps: union(fresh.gaps, old.gaps),
    machines: drafts.filter((draft) => draft.layers.length === 0 && draft.id !== "panel"),
    panel: drafts.filter(({ id }) => id === "panel"),
    layers,
  });
}

/**
 * Returns true for an old requirement that stays in the plan: required again, named by a person, or not
 * droppable.
 */
function isKept(requirement: Requirement, fresh: Plan, options: RecompileOptions): boolean {
  if (fresh.requirements.some(({ id }) => id === requirement.id)) return true;
  if (isNamed(requirement)) return true;
  if (!isSeatable(requirement, options)) return false;
  return options.acceptedBy === null || isStillPeer(requirement, fresh);
}

/** Returns true for an active peer if the new plan requires a peer and found none. */
function isStillPeer({ kind, human }: Requirement, { skipped }: Plan): boolean {
  return kind === "peer" && !human && skipped.some(({ layer }) => layer === "peer");
}

function isNamed({ because }: Requirement): boolean {
  return because.some(({ entry }) => entry === RELEASE_ENTRY);
}

/**
 * Returns the requirements that accepted policies dropped, neither as a requirement nor as a skipped or merged
 * layer.
 */
function droppedFrom(old: Plan, fresh: Plan, { acceptedBy }: RecompileOptions) {
  const asked = new Set([
    ...fresh.requirements.flatMap(({ id, layers }) => [id, ...layers.map(layerId)]),
    ...fresh.skipped.map(({ layer }) => layerId(layer)),
  ]);
  const gone =
    acceptedBy === null
      ? []
      : old.requirements
          .filter((requirement) => !isNamed(requirement))
          .flatMap(({ id, layers }) => (layers.length > 0 ? layers.map(layerId) : [id]))
          .map((requirement) => ({ requirement, acceptedBy }));
  const all = [...gone, ...(old.dropped ?? [])].filter(
    ({ requirement }) => !asked.has(requirement),
  );
  return [...new Map(all.map((entry) => [entry.requirement, entry])).values()];
}

function layerId(layer: Layer): string {
  return `layer:${layer}`;
}

/** Returns layers that the new plan lacks, that may not be dropped, and whose actors can no longer answer. */
function emptied(old: Plan, fresh: Plan, options: RecompileOptions): Skip[] {
  if (options.acceptedBy !== null) return [];
  const gone = old.requirements.filter((requirement) => !isKept(requirement, fresh, options));
  return gone.flatMap(({ layers, who }) =>
    layers
      .filter((layer) => !fresh.skipped.some((skip) => skip.layer === layer))
      .map((layer) => ({
        layer,
        reason: "alone" as const,
        detail: `${who.join(", ")} can no longer answer for this repository`,
        because: fresh.chainBecause,
      })),
  );
}

/** Returns the new requirement, except where the old one was stricter or its actors are active. */
function renew(
  old: Requirement,
  fresh: Requirement,
  plan: Plan,
  options: RecompileOptions,
): Requirement {
  if (old.digest === fresh.digest) return fresh;
  const { satisfiedBy: _unlessBoth, ...kept } = keepSeats(old, fresh, options);
  const lost =
    options.acceptedBy === null
      ? old.layers.filter(
          (layer) => !plan.requirements.some(({ layers }) => layers.includes(layer)),
        )
      : [];
  return {
    ...kept,
    ...stricterTerms(old, fresh),
    layers: LAYERS.filter((layer) => fresh.layers.includes(layer) || lost.includes(layer)),
    because: union(fresh.because, old.because),
  };
}

/** Keeps the old order. New requirements are inserted before their successor in the new order. */
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

/** The actors in the seats of a round. */
type Seating = {
  /** Returns true if the actor answered the requirement in this round, or can still answer it. */
  canAnswer(requirement: string, actor: string): boolean;
};

/** Returns true if no seat of a requirement is lost, or enough are left. People and checks can always answer. */
function isSeatable(requirement: Requirement, seating: Seating): boolean {
  if (!isAgentLayer(requirement)) return true;
  const able = ableOf(requirement, seating).length;
  return able === requirement.who.length || able >= requirement.quorum;
}

/**
 * Joins the seats of a requirement in both plans. A machine does not replace a person, and an agent that can
 * answer keeps its seat even if another is less loaded now.
 */
function keepSeats(old: Requirement, fresh: Requirement, seating: Seating): Requirement {
  if (old.human && !fresh.human) return old;
  if (old.kind !== "peer" || old.human) return fresh;
  const able = ableOf(old, seating);
  if (fresh.human) return isSeatable(old, seating) ? old : fresh;
  if (able.length === old.who.length && fresh.who.length <= able.length) return old;
  const seats = Math.max(fresh.who.length, able.length, old.quorum);
  return { ...fresh, who: [...new Set([...able, ...fresh.who])].slice(0, seats) };
}

/** Returns true for a layer that agents answer. Submitting work answers `self`. */
function isAgentLayer({ layers, human, kind }: Requirement): boolean {
  return layers.length > 0 && !human && kind !== "self";
}

function ableOf({ id, who }: Requirement, { canAnswer }: Seating): string[] {
  return who.filter((actor) => canAnswer(id, actor));
}
