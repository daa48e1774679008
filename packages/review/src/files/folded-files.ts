import type { ChangedFile } from "../patch/change.ts";

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

/** Whether a program writes files of this name, such as lock files. */
export function isGeneratedFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return GENERATED_NAMES.has(name) || GENERATED_ENDINGS.some((ending) => name.endsWith(ending));
}

/** Why a file is folded at first; null if it is shown. */
export function foldReason({ path, lines, added, removed }: ChangedFile): string | null {
  if (lines.length > MAX_OPEN_LINES)
    return `large: ${(added + removed).toLocaleString("en")} changed lines`;
  return isGeneratedFile(path) ? `generated: ${added + removed} changed lines` : null;
}
