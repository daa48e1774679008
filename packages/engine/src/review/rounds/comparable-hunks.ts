import type { ShownDiff } from "../../ports/shown-diff.ts";
import { comparablePatch, isBinaryPatch } from "./is-same-diff.ts";

const BEFORE_HUNK = /^(?=@@ )/m;
const HUNK_LINE = /^@@ .*\n/;

/**
 * Returns the hunks of a diff with their paths in a form independent of the base. A file without hunks is one
 * piece.
 */
export function comparableHunks({
  files,
  unshown,
}: Pick<ShownDiff, "files" | "unshown">): Set<string> {
  const shown = files.flatMap(({ path, patch }) => {
    const text = comparablePatch(Buffer.from(patch));
    const [, ...hunks] = isBinaryPatch(text) ? [] : text.split(BEFORE_HUNK);
    const pieces = hunks.length === 0 ? [text] : hunks.map((hunk) => hunk.replace(HUNK_LINE, ""));
    return pieces.map((piece) => `${path}\n${piece}`);
  });
  return new Set([...shown, ...unshown.map(({ path, newId }) => `${path}\n${newId}`)]);
}
