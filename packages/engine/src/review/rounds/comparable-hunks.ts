import type { ShownDiff } from "../../ports/mirror.ts";
import { comparablePatch, isBinaryPatch } from "./is-same-diff.ts";

const BEFORE_HUNK = /^(?=@@ )/m;
const HUNK_LINE = /^@@ .*\n/;

/**
 * The pieces of a diff in a form that does not depend on the base: each hunk with its path, and a whole file
 * where there are no hunks.
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
