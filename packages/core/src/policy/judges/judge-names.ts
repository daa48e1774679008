import { compileGlobs } from "../glob/glob.ts";
import { foldPath } from "../policy-files.ts";
import { BUILD_FILES } from "./build-files.ts";
import type { JudgeGroup } from "./judge-group.ts";
import { JUDGE_KEYS } from "./judge-keys.ts";
import { NODE_FILES } from "./node-files.ts";
import { PYTHON_FILES } from "./python-files.ts";

/**
 * Every file that steers a check, by its usual name, for the tools that projects check themselves with.
 *
 * A check reads these files from the accepted target, and a change of one needs the owner. A policy may
 * name further ones in `checks[].judges`; it cannot take any away.
 */
export const JUDGE_FILES: readonly JudgeGroup[] = [...NODE_FILES, ...PYTHON_FILES, ...BUILD_FILES];

const GROUPS = JUDGE_FILES.map(({ does, patterns }) => ({
  does,
  covers: compileGlobs(patterns.map((pattern) => pattern.toLowerCase())),
}));

const MANIFESTS = JUDGE_KEYS.map(({ pattern, keys }) => ({
  covers: compileGlobs([pattern]),
  keys: new Set(keys),
}));

const PART = "holds commands or settings that checks run with";

/**
 * Says what a file does for checks, completing the sentence "the file …"; null for one that steers none.
 *
 * Names count as equal if some file system takes them for one file. A manifest under its usual name is
 * not listed here: it is read key by key.
 */
export function fileDoes(path: string): string | null {
  const folded = foldPath(path);
  if (MANIFESTS.some(({ covers }) => covers(folded) && !covers(path))) return PART;
  return GROUPS.find(({ covers }) => covers(folded))?.does ?? null;
}

/** The same for a part of a JSON file. */
export function keyDoes(path: string, key: string): string | null {
  return MANIFESTS.some(({ covers, keys }) => keys.has(key) && covers(path)) ? PART : null;
}

/** The same for the target of a link, which is one file under two names: a manifest counts as a whole. */
export function linkDoes(path: string): string | null {
  return fileDoes(path) ?? (MANIFESTS.some(({ covers }) => covers(path)) ? PART : null);
}
