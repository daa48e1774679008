import { ownEntry } from "../../kernel/own-entry.ts";
import { compileGlobs } from "../../policy/glob/glob.ts";
import { matchGroups } from "../../policy/glob/match-groups.ts";
import type { Policy } from "../../policy/policy.ts";
import { isAtLeastAsStrict, LAYERS, type Layer } from "../../policy/words.ts";
import type { Assignment, Because } from "../schema.ts";
import { type InferredType, inferType } from "./infer-type.ts";

export type Chain = { chain: Layer[]; because: Because };

type Asked = Pick<Assignment, "title" | "type" | "askedType" | "department" | "statedBy">;
type Typed = Pick<Assignment, "title" | "type" | "statedBy">;
type ChainPolicy = Pick<Policy, "chains" | "chainOverrides" | "inferTypes">;

/** Returns the type set on the task, else the one inferred from its title and the changed paths. */
export function resolveType(
  assignment: Typed,
  policy: Pick<Policy, "inferTypes">,
  paths: readonly string[],
): InferredType {
  const { title, type, statedBy } = assignment;
  if (type === undefined) return inferType(title, policy, paths);
  const fact = statedBy === "author" ? "stated by the author, adds only" : "set on the task";
  return { type, because: { entry: "task.type", fact } };
}

/** Returns every type for conditions: an author's type and the type without it. */
export function taskTypes(
  assignment: Typed,
  policy: Pick<Policy, "inferTypes">,
  paths: readonly string[],
): string[] {
  const { type } = resolveType(assignment, policy, paths);
  if (assignment.statedBy !== "author") return [type];
  return [...new Set([type, inferType(assignment.title, policy, paths).type])];
}

/**
 * Returns the chain of layers: department override, default chain of the type, inferred type,
 * `internal_document`; plus the layers that the changed paths require.
 *
 * An author's type and department only add layers. Another chain that an author requests is used only if it is at
 * least as strict.
 */
export function resolveChain(
  assignment: Asked,
  policy: ChainPolicy,
  { type, paths }: { type: string; paths: readonly string[] },
): Chain {
  const { department, statedBy } = assignment;
  const departments = statedBy === "author" ? [undefined, department] : [department];
  const chainsOf = (wanted: string) =>
    departments.flatMap((one) => findChain(wanted, one, policy) ?? []);
  const named =
    statedBy === "author"
      ? joinedWithStated(type, assignment, policy, paths, chainsOf)
      : firstChain([type, inferType(assignment.title, policy, paths).type], department, policy);
  const resolved = matchGroups(policy.inferTypes, paths).reduce((chain, changed) => {
    const path = paths.find(compileGlobs(changed.globs));
    return chainsOf(changed.type).reduce(
      (all, one) => joined(all, one, `${path} is changed`),
      chain,
    );
  }, named);
  if (assignment.askedType === undefined) return resolved;

  const wish = findChain(assignment.askedType, department, policy);
  if (wish === undefined) return withNote(resolved, "chain_type= names no chain and is ignored");
  if (!isAtLeastAsStrict(wish.chain, resolved.chain))
    return withNote(resolved, `chain_type=${assignment.askedType} is less strict and is ignored`);
  return withNote(wish, "asked for by chain_type=");
}

/** Returns the chain without the author's statements, with the layers that they add. */
function joinedWithStated(
  type: string,
  { title }: Asked,
  policy: ChainPolicy,
  paths: readonly string[],
  chainsOf: (type: string) => readonly Chain[],
): Chain {
  const inferred = inferType(title, policy, paths).type;
  const plain = firstChain([inferred], undefined, policy);
  return [inferred, type]
    .flatMap(chainsOf)
    .reduce((chain, one) => joined(chain, one, "the author says so"), plain);
}

/** Returns the chain of the first type that has one, else that of an internal document. */
function firstChain(
  types: readonly string[],
  department: string | undefined,
  policy: ChainPolicy,
): Chain {
  const found = [...types, "internal_document"].flatMap(
    (type) => findChain(type, department, policy) ?? [],
  );
  return found[0] ?? LAST_RESORT;
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

/**
 * Returns all layers of both chains. A layer of the other chain is inserted before the first that ranks higher.
 */
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

function withNote({ chain, because }: Chain, note: string): Chain {
  return { chain, because: { ...because, fact: `${because.fact}; ${note}` } };
}
