import { rememberTexts } from "../kernel/remember-texts.ts";

/** Allowed names of the configuration file, the usual one first. Two of them are an error. */
export const CONFIG_FILES = [
  "countersign.jsonc",
  "countersign.json",
  "countersign.yaml",
  "countersign.yml",
] as const;

/** The folder of the configuration's parts. Everything below it counts as policy. */
const PARTS_FOLDER = ".countersign";

/** Parts of the configuration that may have their own file, by key. */
export const CONFIG_PARTS = {
  rules: `${PARTS_FOLDER}/rules.json`,
  policies: `${PARTS_FOLDER}/policies.json`,
  reviewers: `${PARTS_FOLDER}/reviewers.json`,
  domains: `${PARTS_FOLDER}/domains.json`,
} as const;

/** Resolves `.`, `..` and repeated slashes. Null for a path outside of the repository. */
export function resolvePath(path: string): string | null {
  if (path.startsWith("/")) return null;
  const steps: string[] = [];
  for (const step of path.split("/")) {
    if (step === "" || step === ".") continue;
    if (step !== "..") steps.push(step);
    else if (steps.pop() === undefined) return null;
  }
  return steps.length === 0 ? null : steps.join("/");
}

/**
 * Returns a matcher for paths that can alter the policy: its files, their parent folders, and paths below them.
 *
 * Names are equal if some file system treats them as one file: other case, other Unicode form, invisible
 * characters, dots or spaces at the end. `bases` are the files that `extends` names.
 */
export function policyFileMatcher(bases: readonly string[]): (path: string) => boolean {
  const resolved = bases.flatMap((base) => resolvePath(base) ?? []);
  const files = [...CONFIG_FILES, PARTS_FOLDER, ...resolved].map(foldPath);
  return (path) => {
    const folded = foldPath(path);
    return files.some(
      (file) => folded === file || folded.startsWith(`${file}/`) || file.startsWith(`${folded}/`),
    );
  };
}

/** Splits an entry of `trust.protected` into a pattern and, after `#`, the key of a JSON file. */
export function splitProtected(entry: string): { pattern: string; key: string | undefined } {
  const at = entry.indexOf("#");
  if (at === -1) return { pattern: entry, key: undefined };
  return { pattern: entry.slice(0, at), key: entry.slice(at + 1) };
}

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/** Returns one spelling for all names that some file system treats as the same file. */
export const foldPath = rememberTexts({ texts: 2_000, characters: 300 }, (path) => {
  const folded = path.normalize("NFKC").toLowerCase().normalize("NFKC").replace(INVISIBLE, "");
  return folded.split("/").map(trimEnd).join("/");
});

/** Windows drops dots and spaces at the end of a name. */
function trimEnd(step: string): string {
  let end = step.length;
  while (end > 0 && (step[end - 1] === "." || step[end - 1] === " ")) end -= 1;
  return step.slice(0, end);
}
