import { rememberTexts } from "../../kernel/remember-texts.ts";
import { compileGlobs } from "../glob/glob.ts";
import { foldPath } from "../policy-files.ts";
import { BUILD_FILES } from "./build-files.ts";
import type { JudgeGroup } from "./judge-group.ts";
import { JUDGE_KEYS } from "./judge-keys.ts";
import { NODE_FILES } from "./node-files.ts";
import { PYTHON_FILES } from "./python-files.ts";

/**
 * All files that steer a check, by their usual names.
 *
 * A check reads these files from the accepted target, and a change of one needs the owner. A policy may add files
 * in `checks[].judges` but cannot remove any.
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
 * Describes how a file steers checks, completing the sentence "the file …". Null if it does not.
 *
 * Names are equal if some file system treats them as one file. A manifest under its usual name is not listed
 * here, because it is compared key by key.
 */
export const fileDoes = rememberTexts({ texts: 2_000, characters: 300 }, (path) => {
  const folded = foldPath(path);
  if (MANIFESTS.some(({ covers }) => covers(folded) && !covers(path))) return PART;
  return GROUPS.find(({ covers }) => covers(folded))?.does ?? null;
});

/** Describes how a key of a JSON file steers checks. Null if it does not. */
export function keyDoes(path: string, key: string): string | null {
  return MANIFESTS.some(({ covers, keys }) => keys.has(key) && covers(path)) ? PART : null;
}

/** Describes how the target of a link steers checks. A linked manifest counts as a whole. */
export function linkDoes(path: string): string | null {
  return fileDoes(path) ?? (MANIFESTS.some(({ covers }) => covers(path)) ? PART : null);
}
