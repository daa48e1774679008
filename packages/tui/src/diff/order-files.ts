import type { Finding } from "@countersign/api";
import type { ChangedFile } from "./change.ts";
import { isClosedByName } from "./closed-files.ts";
import { isOpenFinding } from "./place-notes.ts";

/** What comes first: what was found, the path, or what changed most. */
export const FILE_ORDERS = ["findings", "path", "size"] as const;
export type FileOrder = (typeof FILE_ORDERS)[number];

/** The files in an order; what nobody wrote comes last in each. */
export function orderFiles(
  files: readonly ChangedFile[],
  findings: readonly Finding[],
  order: FileOrder,
): readonly ChangedFile[] {
  const found = new Set(findings.filter(isOpenFinding).map(({ file }) => file));
  const rank = (file: ChangedFile): number => {
    if (isClosedByName(file.path) && !(order === "findings" && found.has(file.path))) return 1;
    if (order === "size") return -sizeOf(file);
    return order === "findings" && found.has(file.path) ? -1 : 0;
  };
  return files.toSorted(
    (one, other) => rank(one) - rank(other) || (one.path < other.path ? -1 : 1),
  );
}

function sizeOf({ added, removed }: ChangedFile): number {
  return added + removed;
}
