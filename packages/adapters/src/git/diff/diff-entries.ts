import { randomUUID } from "node:crypto";
import { CountersignError, parseRawDiff, type RawEntry } from "@countersign/core";
import { readObjectInfo, resolveTree } from "../objects/read-objects.ts";
import type { MirrorDirectory } from "../program/mirror-directory.ts";

/** Two trees, or commits whose trees are meant. */
export type Trees = { from: string; to: string };

/** Ignores settings of the repository that could hide a change or run a program to show it. */
const PLAIN = ["--no-ext-diff", "--no-textconv", "--no-color", "--no-relative"] as const;

/** The mode of a missing side. */
export const ABSENT = "000000";
const SUBMODULE = "160000";

const LISTED = ["-r", "--raw", "-z", "--numstat", "--no-abbrev", ...PLAIN] as const;
const PATCH = ["-r", "-p", "--text", "--binary", "--full-index", ...PLAIN] as const;

/** Git's own number of context lines. */
const DEFAULT_CONTEXT = 3;

/** Shows every line of a file: no file has more. */
export const WHOLE = 1_000_000_000;

/** The numbers of context lines that git is asked for. Each has a process of its own, so there are few. */
const CONTEXTS = [DEFAULT_CONTEXT, 10, 30, 100] as const;

/** Maximum size of a printed list of paths. */
const MAX_LIST_BYTES = 64 * 1024 * 1024;

/** Maximum size of a cached difference. */
const MAX_CACHED_BYTES = 256 * 1024;

export type Renames = keyof typeof RENAMES;

const RENAMES = { none: "--no-renames", equal: "-M100%", similar: "-M" } as const;

/** Lists the changed paths. `renames` compares content; otherwise only equal blobs are paired. */
export async function diffEntries(
  mirror: MirrorDirectory,
  trees: Trees,
  renames: Renames,
): Promise<RawEntry[]> {
  const how = { options: LISTED, renames, maxOutput: MAX_LIST_BYTES };
  return parseRawDiff(decodePath(await diffTrees(mirror, trees, how)));
}

/**
 * Returns the patch between two trees, byte for byte. Shows NUL bytes and long lines like any
 * other.
 */
export async function diffPatch(
  mirror: MirrorDirectory,
  trees: Trees,
  { renames, maxOutput, context = 0 }: { renames: Renames; maxOutput: number; context?: number },
): Promise<Buffer> {
  const unified = CONTEXTS.find((lines) => lines >= context) ?? WHOLE;
  const options = unified === DEFAULT_CONTEXT ? PATCH : [...PATCH, `--unified=${unified}`];
  return await diffTrees(mirror, trees, { options, renames, maxOutput });
}

type How = { options: readonly string[]; renames: Renames; maxOutput: number };

/** Maximum bytes of paths on a command line. */
const MAX_PATH_BYTES = 64 * 1024;

/** Returns the patch of some paths only. Writes nothing, so it works in a clone that is only read. */
export async function patchOfPaths(
  mirror: MirrorDirectory,
  { from, to }: Trees,
  { entries, renames }: { entries: readonly RawEntry[]; renames: Renames },
  maxOutput: number,
): Promise<Buffer> {
  const trees = [await resolveTree(mirror, from), await resolveTree(mirror, to)];
  const parts: Buffer[] = [];
  let left = maxOutput;
  for (const paths of pathBatches(entries)) {
    const args = ["diff-tree", ...PATCH, RENAMES[renames], ...trees, "--", ...paths] as const;
    const { output } = await mirror.run(args, { maxOutput: left });
    left -= output.length;
    parts.push(output);
  }
  return Buffer.concat(parts);
}

/** The two paths of a rename stay together, so that git finds it. */
function* pathBatches(entries: readonly RawEntry[]): Generator<string[]> {
  let batch: string[] = [];
  let bytes = 0;
  for (const { path, oldPath } of entries) {
    const paths = oldPath === undefined ? [path] : [oldPath, path];
    batch.push(...paths);
    bytes += paths.reduce((sum, one) => sum + Buffer.byteLength(one), 0);
    if (bytes < MAX_PATH_BYTES) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}

/** Queries a long-lived process. The mark is not an id, so git echoes it when everything was printed. */
async function diffTrees(
  mirror: MirrorDirectory,
  { from, to }: Trees,
  { options, renames, maxOutput }: How,
): Promise<Buffer> {
  const pair = `${await resolveTree(mirror, from)} ${await resolveTree(mirror, to)}\n`;
  const command = ["diff-tree", "--stdin", ...options, RENAMES[renames]] as const;
  const key = [...command, pair].join(" ");
  const known = mirror.cache.diffs.get(key);
  if (known !== undefined && known.length <= maxOutput) return known;
  const mark = `end-${randomUUID()}\n`;
  const output = await mirror.ask(command, {
    input: pair + mark,
    read: (source) => source.until(Buffer.from(mark), maxOutput + pair.length),
  });
  if (output.toString("latin1", 0, pair.length) !== pair) {
    throw new CountersignError("upstream_failed", "Git compared other trees");
  }
  const diff = output.subarray(pair.length);
  if (diff.length <= MAX_CACHED_BYTES) mirror.cache.diffs.set(key, diff);
  return diff;
}

/** Returns the size of each blob before any is read. Missing sides and submodules have none. */
export async function blobSizes(
  mirror: MirrorDirectory,
  entries: readonly Pick<RawEntry, "oldId" | "newId" | "oldMode" | "newMode">[],
): Promise<Map<string, number>> {
  const ids = new Set<string>();
  for (const { oldId, newId, oldMode, newMode } of entries) {
    if (oldMode !== ABSENT && oldMode !== SUBMODULE) ids.add(oldId);
    if (newMode !== ABSENT && newMode !== SUBMODULE) ids.add(newId);
  }
  const sizes = new Map<string, number>();
  for (const info of await readObjectInfo(mirror, [...ids])) {
    if (info === null)
      throw new CountersignError("upstream_failed", "The mirror is missing an object");
    sizes.set(info.id, info.size);
  }
  return sizes;
}

/** Decodes a path. Refuses a path that is not UTF-8, because two of them could look the same. */
export function decodePath(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new CountersignError("invalid_input", "A path of the change is not text", { cause });
  }
}
