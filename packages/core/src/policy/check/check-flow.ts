import type { PolicyContent } from "../policy.ts";
import { type Path, type Problem, problem } from "../problem.ts";
import type { Layer } from "../words.ts";
import { unresolved } from "./unresolved.ts";

const FALLBACK_TYPE = "internal_document";
const MODE_LABEL = "review:";

/** Requires the chain of tasks whose type cannot be inferred. */
export function missingFallbackChain({ chains }: PolicyContent): Problem[] {
  if (Object.hasOwn(chains, FALLBACK_TYPE)) return [];
  return [
    problem(["chains"], `The chain ${FALLBACK_TYPE} is missing; other tasks fall back to it`),
  ];
}

export function doubleLayers({ chains, chainOverrides }: PolicyContent): Problem[] {
  const all: { path: Path; layers: readonly Layer[] }[] = [
    ...Object.entries(chains).map(([type, layers]) => ({ path: ["chains", type], layers })),
    ...overridesOf(chainOverrides),
  ];
  return all
    .filter(({ layers }) => new Set(layers).size < layers.length)
    .map(({ path }) => problem(path, "A layer is listed twice"));
}

export function badOverrides({ chains, chainOverrides, departments }: PolicyContent): Problem[] {
  const named = Object.keys(chainOverrides).map((name) => ({
    path: ["chainOverrides", name],
    name,
  }));
  const types = overridesOf(chainOverrides).map(({ path, type }) => ({ path, name: type }));
  return [
    ...unresolved(named, new Set(Object.keys(departments)), "department"),
    ...unresolved(types, new Set(Object.keys(chains)), "chain for"),
  ];
}

export function untypedTitles({ inferTypes, chains }: PolicyContent): Problem[] {
  const types = inferTypes.map(({ type }, i) => ({ path: ["inferTypes", i, "type"], name: type }));
  return unresolved(types, new Set(Object.keys(chains)), "chain for");
}

/** Refuses rules for labels such as review:batch, which already choose a mode. */
export function reservedLabels({ modes }: PolicyContent): Problem[] {
  return Object.keys(modes.labels).flatMap((label) => {
    const path = ["modes", "labels", label];
    if (label.trim() !== label || label === "") return [problem(path, "Spaces around the label")];
    if (!label.startsWith(MODE_LABEL)) return [];
    const plain = label.slice(MODE_LABEL.length);
    return [problem(path, `Labels that begin with ${MODE_LABEL} choose a mode themselves`, plain)];
  });
}

export function badSteps({ risk }: PolicyContent): Problem[] {
  return (["lines", "files"] as const)
    .filter((key) => risk[key].some(([limit], i) => limit <= (risk[key][i - 1]?.[0] ?? -1)))
    .map((key) => problem(["risk", key], "The limits must rise from entry to entry"));
}

function overridesOf(
  overrides: PolicyContent["chainOverrides"],
): { path: Path; type: string; layers: Layer[] }[] {
  return Object.entries(overrides).flatMap(([department, byType]) =>
    Object.entries(byType).map(([type, layers]) => ({
      path: ["chainOverrides", department, type],
      type,
      layers,
    })),
  );
}
