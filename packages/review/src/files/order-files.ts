import type { Finding } from "@countersign/api";
import { isOpenFinding } from "../notes/place-notes.ts";
import type { ChangedFile } from "../patch/change.ts";
import { isGeneratedFile } from "./folded-files.ts";

/** What the files are sorted by: open findings, path, or number of changed lines. */
export const FILE_ORDERS = ["findings", "path", "size"] as const;
export type FileOrder = (typeof FILE_ORDERS)[number];

/** Sorts the files; generated files come last in every order. */
export function orderFiles(
  files: readonly ChangedFile[],
  findings: readonly Finding[],
  order: FileOrder,
): readonly ChangedFile[] {
  const found = new Set(findings.filter(isOpenFinding).map(({ file }) => file));
  const rank = (file: ChangedFile): number => {
    if (isGeneratedFile(file.path) && !(order === "findings" && found.has(file.path))) return 1;
    if (order === "size") return -changedLines(file);
    return order === "findings" && found.has(file.path) ? -1 : 0;
  };
  return files.toSorted(
    (one, other) => rank(one) - rank(other) || (one.path < other.path ? -1 : 1),
  );
}

function changedLines({ added, removed }: ChangedFile): number {
  return added + removed;
}
