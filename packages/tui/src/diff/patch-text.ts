import type { Change, ChangedFile } from "./change.ts";

/** A change as a patch, for programs that read one. */
export function patchText({ files, unshown }: Change): string {
  const hidden = unshown.map(({ path, why }) => `not shown: ${path} (${why})\n`);
  return [...files.map(fileText), ...hidden].join("");
}

function fileText({ path, what, lines }: ChangedFile): string {
  const old = what === "new" ? "/dev/null" : `a/${path}`;
  const now = what === "gone" ? "/dev/null" : `b/${path}`;
  return [`diff --git a/${path} b/${path}`, `--- ${old}`, `+++ ${now}`, ...lines, ""].join("\n");
}
