/** A file with more lines than this is opened on demand. */
export const LARGE_LINES = 5_000;

const NAMES: ReadonlySet<string> = new Set([
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
const ENDINGS: readonly string[] = [".min.js", ".min.css", ".map", ".snap"];

/** Written by a program: shown last and closed. */
export function isClosedByName(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return NAMES.has(name) || ENDINGS.some((ending) => name.endsWith(ending));
}
