import { type CompiledGlob, compileGlob, compileGlobs, matchesGlob } from "./glob.ts";

/** Patterns that belong to one name. */
type Group = { readonly globs: readonly string[] };

const TRIPLE = 3;
const MASK = 0x7fff;

/** Below this number of comparisons, trying every pattern on every path is faster than an index. */
const FEW = 50_000;

/**
 * Returns the groups with a pattern that matches one of the paths, in order. The patterns are known to be valid.
 */
export function matchGroups<One extends Group>(
  groups: readonly One[],
  paths: readonly string[],
): One[] {
  const patterns = groups.reduce((sum, { globs }) => sum + globs.length, 0);
  if (patterns * paths.length < FEW) {
    return groups.filter(({ globs }) => paths.some(compileGlobs(globs)));
  }
  return matchByIndex(groups, paths);
}

/** `tried`: the last path it was tried on, so that it is tried once per path. */
type Entry<One> = { glob: CompiledGlob; group: One; tried: number };

/**
 * Reads each path once. A pattern is tried only if three of its required characters occur; patterns without three
 * such characters are always tried.
 */
function matchByIndex<One extends Group>(groups: readonly One[], paths: readonly string[]): One[] {
  const { always, byTriple, known } = indexOf(groups);
  const met = new Set<One>();
  const tryAll = (entries: readonly Entry<One>[], path: string, number: number): void => {
    for (const entry of entries) {
      if (entry.tried === number || met.has(entry.group)) continue;
      entry.tried = number;
      if (matchesGlob(entry.glob, path)) met.add(entry.group);
    }
  };
  for (const [number, path] of paths.entries()) {
    tryAll(always, path, number);
    let hash = 0;
    for (let at = 0; at < path.length; at += 1) {
      hash = mix(hash, path.charCodeAt(at));
      if (known[hash] === 1) tryAll(byTriple.get(hash) ?? [], path, number);
    }
    if (met.size === groups.length) break;
  }
  return groups.filter((group) => met.has(group));
}

type Index<One> = {
  always: Entry<One>[];
  byTriple: ReadonlyMap<number, readonly Entry<One>[]>;
  known: Uint8Array;
};

function indexOf<One extends Group>(groups: readonly One[]): Index<One> {
  const always: Entry<One>[] = [];
  const byTriple = new Map<number, Entry<One>[]>();
  const known = new Uint8Array(MASK + 1);
  for (const group of groups) {
    for (const pattern of group.globs) {
      const glob = compiled(pattern);
      const texts = new Set(glob.alternatives.map(({ longest }) => longest.slice(0, TRIPLE)));
      const entry = { glob, group, tried: -1 };
      if ([...texts].some((text) => text.length < TRIPLE)) always.push(entry);
      else for (const text of texts) put(byTriple, hashOf(text), entry);
    }
  }
  for (const hash of byTriple.keys()) known[hash] = 1;
  return { always, byTriple, known };
}

function put<Value>(map: Map<number, Value[]>, key: number, value: Value): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}

function compiled(pattern: string): CompiledGlob {
  const found = compileGlob(pattern);
  if (!found.ok) throw new Error(`matchGroups: ${pattern}: ${found.reason}`);
  return found.glob;
}

function hashOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at += 1) hash = mix(hash, text.charCodeAt(at));
  return hash;
}

/** Adds five bits per step, so that only the last three characters remain in the fifteen bits. */
function mix(hash: number, code: number): number {
  return ((hash << 5) ^ code) & MASK;
}
