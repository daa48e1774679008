import {
  compileGlobs,
  digestOf,
  type Json,
  parseStrictJson,
  type RawEntry,
} from "@countersign/core";
import { readBlob } from "../objects/read-blob.ts";
import type { MirrorDirectory } from "../program/mirror-directory.ts";

const LIMITS = { maxChars: 1024 * 1024, maxDepth: 64 };
const NO_ID = /^0+$/;

/** The two sides of a path. */
type Sides = Pick<RawEntry, "path" | "oldMode" | "newMode" | "oldId" | "newId">;

type Guard = { pattern: string; key: string };

/**
 * Lists the protected keys that differ between the two sides of JSON files, as `file#key`.
 *
 * A file that cannot be parsed strictly can hide changes, so all its protected keys count as
 * changed.
 */
export async function keyChanges(
  mirror: MirrorDirectory,
  entries: readonly Sides[],
  protectedKeys: readonly string[],
): Promise<string[]> {
  const { guards, covers } = guardsFor(protectedKeys);
  const changed: string[] = [];
  for (const entry of entries) {
    const covering = covers.filter(({ isCovered }) => isCovered(entry.path));
    if (covering.length === 0) continue;
    const found = new Set(covering.map(({ pattern }) => pattern));
    const keys = guards.filter(({ pattern }) => found.has(pattern)).map(({ key }) => key);
    const before = await readJson(mirror, entry.oldMode, entry.oldId);
    const after = await readJson(mirror, entry.newMode, entry.newId);
    const differing = keys.filter((key) => valueAt(before, key) !== valueAt(after, key));
    const unreadable = before === UNREADABLE || after === UNREADABLE;
    changed.push(...(unreadable ? keys : differing).map((key) => `${entry.path}#${key}`));
  }
  return [...new Set(changed)];
}

type Guards = {
  guards: readonly Guard[];
  covers: readonly { pattern: string; isCovered: (path: string) => boolean }[];
};

/** Guards by their list, which is the same for every change that a policy judges. */
const known = new WeakMap<readonly string[], Guards>();

function guardsFor(protectedKeys: readonly string[]): Guards {
  const before = known.get(protectedKeys);
  if (before !== undefined) return before;
  const guards = protectedKeys.flatMap(guardOf);
  const patterns = [...new Set(guards.map(({ pattern }) => pattern))];
  const covers = patterns.map((pattern) => ({ pattern, isCovered: compileGlobs([pattern]) }));
  known.set(protectedKeys, { guards, covers });
  return { guards, covers };
}

function guardOf(entry: string): Guard[] {
  const at = entry.lastIndexOf("#");
  if (at <= 0) return [];
  return [{ pattern: entry.slice(0, at), key: entry.slice(at + 1) }];
}

const UNREADABLE = Symbol("unreadable");

type Read = { value: unknown } | typeof UNREADABLE;

async function readJson(mirror: MirrorDirectory, mode: string, id: string): Promise<Read> {
  if (NO_ID.test(id)) return { value: undefined };
  if (!mode.startsWith("100")) return UNREADABLE;
  const { bytes } = await readBlob(mirror, id, LIMITS.maxChars);
  if (bytes === null) return UNREADABLE;
  const parsed = parseStrictJson(Buffer.from(bytes).toString("utf8"), LIMITS);
  return parsed.ok ? { value: parsed.value } : UNREADABLE;
}

/** Returns the digest of the value at a dotted key; null if there is none. */
function valueAt(read: Read, key: string): string | null {
  if (read === UNREADABLE) return null;
  let value = read.value;
  for (const step of key.split(".")) {
    value = isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  }
  return isJson(value) ? digestOf(value) : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Narrows the result of the JSON parser. */
function isJson(value: unknown): value is Json {
  return value !== undefined;
}
