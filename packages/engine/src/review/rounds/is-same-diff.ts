import { type Content, CountersignError } from "@countersign/core";
import type { Mirror } from "../../ports/mirror.ts";
import type { ShownDiff } from "../../ports/shown-diff.ts";

/**
 * Returns true if a change is the same on another base: git produces exactly its tree from the earlier one, and
 * both diffs show the same paths, modes, bytes and context lines.
 *
 * Equal hunks alone are not enough, because a file can contain the same lines twice.
 */
export async function isSameDiff(
  mirror: Mirror,
  earlier: Content,
  later: Content,
): Promise<boolean> {
  try {
    const sides = { base: earlier.base, ours: later.base, theirs: earlier.head };
    const merged = await mirror.trialMerge(later.repo, sides);
    if (merged.outcome !== "clean" || merged.tree !== later.tree) return false;
    const [before, now] = [await mirror.showDiff(earlier), await mirror.showDiff(later)];
    return comparableDiff(before) === comparableDiff(now);
  } catch (error) {
    if (error instanceof CountersignError && error.code === "too_large") return false;
    throw error;
  }
}

const INDEX_LINE = /^index [0-9a-f]+\.\.[0-9a-f]+/;
const HUNK_LINE = /^@@ -\d+(,\d+)? \+\d+(,\d+)? @@.*$/;
const BINARY = /^(?:GIT binary patch|Binary files )/m;

/** Returns a diff without line numbers and blob ids, which depend on the base. Binary files keep their ids. */
export function comparableDiff({ files, unshown }: Pick<ShownDiff, "files" | "unshown">): string {
  const shown = files.map(({ path, patch }) => [path, comparablePatch(Buffer.from(patch))]);
  return JSON.stringify({ shown, unshown });
}

export function isBinaryPatch(text: string): boolean {
  return BINARY.test(text);
}

/** Returns the patch of one file without line numbers and blob ids, one character per byte. */
export function comparablePatch(patch: Buffer): string {
  const text = patch.toString("latin1");
  if (isBinaryPatch(text)) return text;
  return text
    .split("\n")
    .map((line) => line.replace(INDEX_LINE, "index").replace(HUNK_LINE, "@@ $1 $2"))
    .join("\n");
}
