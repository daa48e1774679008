import { createHash } from "node:crypto";
import type { ChangedPath, ChangedSide, RawEntry } from "@countersign/core";
import type { Files, LabFile } from "./object-store.ts";

export type ChangedFile = { path: string; before: LabFile | null; after: LabFile | null };

/** Lists the paths that differ between two trees, without rename detection. */
export function changedFiles(before: Files, after: Files): ChangedFile[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])];
  return paths
    .map((path) => ({ path, before: before.get(path) ?? null, after: after.get(path) ?? null }))
    .filter(({ before: from, after: to }) => from?.text !== to?.text || from?.mode !== to?.mode);
}

/** The two sides of a changed file as the digest of changes names them. */
export function sidesOf({ path, before, after }: ChangedFile): ChangedPath {
  return { path: Buffer.from(path), before: sideOf(before), after: sideOf(after) };
}

function sideOf(file: LabFile | null): ChangedSide | null {
  if (file === null) return null;
  return { mode: file.mode, sha256: createHash("sha256").update(file.text).digest("hex") };
}

/** What git says about a changed file, as far as a plan depends on it. */
export function rawEntry({ path, before, after }: ChangedFile): RawEntry {
  const kind = before === null ? "added" : after === null ? "deleted" : "modified";
  const hasOtherType = before !== null && after !== null && typeOf(before) !== typeOf(after);
  return {
    status: hasOtherType ? "type_changed" : kind,
    path,
    oldMode: before?.mode ?? "000000",
    newMode: after?.mode ?? "000000",
    oldId: "0".repeat(40),
    newId: "0".repeat(40),
    ...countLines(linesOf(before), linesOf(after)),
  };
}

const typeOf = ({ mode }: LabFile) => mode.slice(0, 3);

function linesOf(file: LabFile | null): string[] {
  if (file === null) return [];
  return file.mode === "160000" ? [`Subproject commit ${file.text}`] : file.text.split(/(?<=\n)/);
}

/** Exact for changes at one place, as all changes of the lab are. */
function countLines(from: readonly string[], to: readonly string[]) {
  const least = Math.min(from.length, to.length);
  let start = 0;
  while (start < least && from[start] === to[start]) start += 1;
  let end = 0;
  while (end < least - start && from.at(-1 - end) === to.at(-1 - end)) end += 1;
  return { added: to.length - start - end, deleted: from.length - start - end };
}
