import { compileGlobs } from "../policy/glob.ts";
import { matchGroups } from "../policy/match-groups.ts";
import type { Policy } from "../policy/policy.ts";
import { LAYERS, type Layer } from "../policy/words.ts";
import { type InferredType, inferType } from "./infer-type.ts";
import { ownEntry } from "./own-entry.ts";
import type { Assignment, Because } from "./schema.ts";

export type Chain = { chain: Layer[]; because: Because };

type Asked = Pick<Assignment, "title" | "type" | "askedType" | "department">;
type ChainPolicy = Pick<Policy, "chains" | "chainOverrides" | "inferTypes">;

/** The type set on the task, else the one that its title gives. */
export function resolveType(
  assignment: Pick<Assignment, "title" | "type">,
  policy: Pick<Policy, "inferTypes">,
): InferredType {
  if (assignment.type === undefined) return inferType(assignment.title, policy);
  return { type: assignment.type, because: { entry: "task.type", fact: "set on the task" } };
}

/**
 * Finds the chain of layers: department override, default chain of the type, type inferred from the title,
 * `internal_document`; and the layers that the changed paths ask for, whatever the work is called.
 *
 * An author may ask for another chain; it is taken only if it is at least as strict.
 */
export function resolveChain(
  assignment: Asked,
  policy: ChainPolicy,
  { type, paths }: { type: string; paths: readonly string[] },
): Chain {
  const chainOf = (wanted: string) => findChain(wanted, assignment.department, policy);
  const named =
    chainOf(type) ??
    chainOf(inferType(assignment.title, policy).type) ??
    chainOf("internal_document") ??
    LAST_RESORT;
  const resolved = matchGroups(policy.inferTypes, paths).reduce((chain, changed) => {
    const asked = chainOf(changed.type);
    const path = paths.find(compileGlobs(changed.globs));
    return asked === undefined ? chain : joined(chain, asked, `${path} is changed`);
  }, named);
  if (assignment.askedType === undefined) return resolved;

  const wish = chainOf(assignment.askedType);
  if (wish === undefined) return withNote(resolved, "chain_type= names no chain and is ignored");
  if (!isAtLeastAsStrict(wish.chain, resolved.chain))
    return withNote(resolved, `chain_type=${assignment.askedType} is less strict and is ignored`);
  return withNote(wish, "asked for by chain_type=");
}

const LAST_RESORT: Chain = {
  chain: ["self"],
  because: { entry: "chains", fact: "no chain for the type" },
};

function findChain(
  type: string,
  department: string | undefined,
  policy: ChainPolicy,
): Chain | undefined {
  const override = ownEntry(ownEntry(policy.chainOverrides, department) ?? {}, type);
  if (override !== undefined) {
    return {
      chain: [...override],
      because: {
        entry: `chainOverrides.${department}.${type}`,
        fact: `department ${department}, type ${type}`,
      },
    };
  }
  const chain = ownEntry(policy.chains, type);
  if (chain === undefined) return undefined;
  return { chain: [...chain], because: { entry: `chains.${type}`, fact: `type ${type}` } };
}

/** All layers of both; one that only the other has comes before the first that ranks higher. */
function joined(chain: Chain, other: Chain, fact: string): Chain {
  const layers = [...chain.chain];
  for (const layer of other.chain.filter((one) => !layers.includes(one))) {
    const at = layers.findIndex((one) => LAYERS.indexOf(one) > LAYERS.indexOf(layer));
    layers.splice(at === -1 ? layers.length : at, 0, layer);
  }
  if (layers.length === chain.chain.length) return chain;
  const { entry } = other.because;
  return withNote({ chain: layers, because: chain.because }, `with ${entry} because ${fact}`);
}

/** One chain is at least as strict as another if it has all its layers in the same order. */
function isAtLeastAsStrict(wish: readonly Layer[], chain: readonly Layer[]): boolean {
  let found = 0;
  for (const layer of wish) if (layer === chain[found]) found += 1;
  return found === chain.length;
}

function withNote({ chain, because }: Chain, note: string): Chain {
  return { chain, because: { ...because, fact: `${because.fact}; ${note}` } };
}
