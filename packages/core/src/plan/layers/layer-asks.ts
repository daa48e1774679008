import { LAYERS, type Layer } from "../../policy/words.ts";
import type { GuardedChange } from "../guard/guarded-changes.ts";
import type { Because, ModeChoice, Requirement } from "../schema.ts";
import type { Chain } from "./resolve-chain.ts";

/** A layer that a chain, a policy, a guarded change or the mode requires, with its terms and reason. */
export type LayerAsk = Pick<Requirement, "quorum" | "delivery" | "satisfiedBy"> & {
  layer: Layer;
  /** Lower layers that the reviewer of this layer also covers. */
  covers?: readonly Layer[];
  because: [Because, ...Because[]];
};

/** A layer that a policy requires. */
export type LayerDemand = { layer: Layer; quorum: number; because: Because };

/**
 * Lists the layers of a plan: the chain's in order, those of policies and guarded changes, and the mode's owner.
 *
 * A layer that several sources require is asked once, with the stricter terms.
 */
export function layerAsks(
  { chain, because }: Chain,
  demands: readonly LayerDemand[],
  guarded: readonly GuardedChange[],
  mode: ModeChoice,
): LayerAsk[] {
  const demanded = [...demands, ...ownerForGuarded(guarded)];
  const asks = [
    ...chain.map((layer) => ask({ layer, quorum: 1, because })),
    ...LAYERS.flatMap((layer) => demanded.filter((demand) => demand.layer === layer).map(ask)),
    ...modeAsk(mode),
  ];
  return [...Map.groupBy(asks, ({ layer }) => layer).values()].map((same) => same.reduce(stricter));
}

/**
 * Returns terms that satisfy both: the higher quorum, immediate delivery if either requires it, a person if
 * either does.
 */
export function stricterTerms(
  a: Pick<Requirement, "quorum" | "delivery" | "satisfiedBy">,
  b: Pick<Requirement, "quorum" | "delivery" | "satisfiedBy">,
): Pick<Requirement, "quorum" | "delivery" | "satisfiedBy"> {
  return {
    quorum: Math.max(a.quorum, b.quorum),
    delivery: a.delivery === "now" ? "now" : b.delivery,
    ...(a.satisfiedBy !== undefined && b.satisfiedBy !== undefined
      ? { satisfiedBy: a.satisfiedBy }
      : {}),
  };
}

function stricter(a: LayerAsk, b: LayerAsk): LayerAsk {
  return { layer: a.layer, ...stricterTerms(a, b), because: [...a.because, ...b.because] };
}

function ask({ layer, quorum, because }: LayerDemand): LayerAsk {
  return { layer, quorum, delivery: "now", because: [because] };
}

/** Requires the owner once per kind of reason. Paths after the first are counted. */
function ownerForGuarded(guarded: readonly GuardedChange[]): LayerDemand[] {
  const kinds = new Map<string, { because: Because; more: number }>();
  for (const { path, because } of guarded) {
    const kind = path === null ? `${because.entry}: ${because.fact}` : because.entry;
    const known = kinds.get(kind);
    kinds.set(
      kind,
      known === undefined ? { because, more: 0 } : { ...known, more: known.more + 1 },
    );
  }
  return [...kinds.values()].map(({ because: { entry, fact }, more }) => ({
    layer: "owner",
    quorum: 1,
    because: { entry, fact: more === 0 ? fact : `${fact} and ${more} more` },
  }));
}

/** Treats `auto` and `skip` as `batch` if nothing may be approved without a person. */
function modeAsk({ mode, mayAutoApprove, because }: ModeChoice): LayerAsk[] {
  if (mode === "skip" && mayAutoApprove) return [];
  return [
    {
      layer: "owner",
      quorum: 1,
      delivery: mode === "per-task" ? "now" : "queue",
      ...(mode === "auto" && mayAutoApprove ? { satisfiedBy: "autoApprove" } : {}),
      because: [because],
    },
  ];
}
