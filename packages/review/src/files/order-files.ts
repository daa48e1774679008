import type { Finding } from "@countersign/api";
import { isOpenFinding } from "../notes/place-notes.ts";
import type { ChangedFile } from "../patch/change.ts";

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

/** Files with more patch lines than this are folded until the reader opens them. */
const MAX_OPEN_LINES = 5_000;

const GENERATED_NAMES: ReadonlySet<string> = new Set([
  "package-lock.json",
  "npm-shrinkwrap.json",
  "yarn.lock",
  "pnpm-lock.yaml",
  "bun.lock",
  "Cargo.lock",
  "Gemfile.lock",
  "composer.lock",
  "poetry.lock",
  "uv.lock",
  "go.sum",
  "flake.lock",
]);
const GENERATED_ENDINGS: readonly string[] = [".min.js", ".min.css", ".map", ".snap"];

/** Returns whether a program writes files of this name, such as lock files. */
function isGeneratedFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return GENERATED_NAMES.has(name) || GENERATED_ENDINGS.some((ending) => name.endsWith(ending));
}

/** Returns why a file is folded at first; null if it is shown. */
export function foldReason({ path, lines, added, removed }: ChangedFile): string | null {
  if (lines.length > MAX_OPEN_LINES)
    return `large: ${(added + removed).toLocaleString("en")} changed lines`;
  return isGeneratedFile(path) ? `generated: ${added + removed} changed lines` : null;
}
