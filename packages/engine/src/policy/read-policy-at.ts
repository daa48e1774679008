import { type LoadedPolicy, namedPolicyFiles, resolvePath } from "@countersign/core";
import { configFiles, type PolicyFiles, readPolicy } from "./read-policy.ts";

/** A file of a policy, by its path and blob. */
export type PolicyBlob = { path: string; blob: string };

/** The policy of one commit, and the files that it was read from, sorted by path. */
export type PolicyAtCommit = { loaded: LoadedPolicy; files: readonly PolicyBlob[] };

/** A policy with the blobs of all files that were read, also of those that the policy names. */
type KnownPolicy = { named: ReadonlyMap<string, string>; loaded: LoadedPolicy };

const MAX_CACHED = 200;

/** Policies by the blobs of the files with fixed names. Equal blobs mean an equal policy. */
const known = new Map<string, KnownPolicy[]>();

/**
 * Reads the policy of a commit with all its files: those with fixed names that exist, and those that it names.
 *
 * Proofs name these files, so the writer and the verifier of a proof list them with this function.
 */
export async function readPolicyAt(
  source: PolicyFiles,
  repo: string,
  commit: string,
): Promise<PolicyAtCommit> {
  const fixed = await configFiles(source, repo, commit);
  const key = JSON.stringify([...fixed]);
  for (const { named, loaded } of known.get(key) ?? []) {
    const blobs = await source.findFiles(repo, commit, [...named.keys()]);
    const isSame = [...named].every(([path, blob]) => blobs.get(path) === blob);
    if (isSame) return { loaded, files: listFiles(fixed, named) };
  }
  const loaded = await readPolicy(source, repo, commit, fixed);
  const paths = loaded.ok
    ? namedPolicyFiles(loaded.policy).flatMap((path) => resolvePath(path) ?? [])
    : [];
  const named = await source.findFiles(repo, commit, paths);
  if (loaded.ok) remember(key, { named, loaded });
  return { loaded, files: listFiles(fixed, named) };
}

function remember(key: string, policy: KnownPolicy): void {
  if (known.size >= MAX_CACHED) known.clear();
  known.set(key, [...(known.get(key) ?? []), policy]);
}

function listFiles(...groups: readonly ReadonlyMap<string, string>[]): PolicyBlob[] {
  const all = new Map(groups.flatMap((group) => [...group]));
  return [...all]
    .map(([path, blob]) => ({ path, blob }))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1));
}
