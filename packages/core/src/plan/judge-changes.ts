import type { FileFact } from "../content/schema.ts";
import { compileGlobs } from "../policy/glob.ts";
import { JUDGE_FILES } from "../policy/judges/judge-files.ts";
import { JUDGE_KEYS } from "../policy/judges/judge-keys.ts";
import type { Policy } from "../policy/policy.ts";
import { splitProtected } from "../policy/protected.ts";
import { touchedPaths } from "./touched-paths.ts";

/** A change of something that steers checks, and the checks that it steers. */
export type JudgeChange = {
  file: string;
  /** The part of a JSON file; null for the whole file. */
  key: string | null;
  /** Completes the sentence "the file …". */
  does: string;
  /** Ids of the checks, in the policy's order. */
  checks: readonly string[];
};

type Steered = { checks: readonly Pick<Policy["checks"][number], "id" | "run" | "judges">[] };

/**
 * Lists what in a change steers the policy's checks: files first, then parts of files, each sorted.
 *
 * The shipped files count for every check, because nobody can tell from a command which tools it ends
 * up running. A check's own list and the paths in its command count for that check. Without checks
 * there is nothing to steer.
 */
export function judgeChanges(
  facts: { changedKeys: readonly string[] } & {
    files: readonly Pick<FileFact, "path" | "oldPath">[];
  },
  { checks }: Steered,
): JudgeChange[] {
  if (checks.length === 0) return [];
  const all = checks.map(({ id }) => id);
  const found = (place: Place, does: string | null, isNamed: IsNamed): JudgeChange[] => {
    if (does !== null) return [{ ...place, does, checks: all }];
    const steered = checks.filter((check) => isNamed(check, place)).map(({ id }) => id);
    return steered.length === 0 ? [] : [{ ...place, does: NAMED, checks: steered }];
  };
  return [
    ...touchedPaths(facts).flatMap((file) => found({ file, key: null }, fileDoes(file), namesFile)),
    ...facts.changedKeys.map(splitKey).flatMap((place) => found(place, keyDoes(place), namesKey)),
  ];
}

/** The place of a change as the policy writes it: a path, or `file#key`. */
export function judgePath({ file, key }: Place): string {
  return key === null ? file : `${file}#${key}`;
}

type Place = Pick<JudgeChange, "file" | "key">;

function splitKey(changed: string): Place {
  const at = changed.lastIndexOf("#");
  return { file: changed.slice(0, at), key: changed.slice(at + 1) };
}

/** Parts of JSON files whose changes must be read to know whether a check is steered, as `file#key`. */
export function judgeKeys({ checks }: Steered): string[] {
  if (checks.length === 0) return [];
  const shipped = JUDGE_KEYS.flatMap(({ pattern, keys }) => keys.map((key) => `${pattern}#${key}`));
  return [
    ...shipped,
    ...checks.flatMap(({ judges = [] }) => judges.filter((entry) => entry.includes("#"))),
  ];
}

/** Says in words which checks a change steers. */
export function judgeText({ does, checks, ...place }: JudgeChange): string {
  return `${judgePath(place)} ${does}. It steers ${checks.length === 1 ? "the check" : "the checks"} ${checks.join(", ")}.`;
}

const NAMED = "is named by the check itself";
const PART = "holds commands or settings that checks run with";

const GROUPS = JUDGE_FILES.map(({ does, patterns }) => ({ does, covers: compileGlobs(patterns) }));
const KEYS = JUDGE_KEYS.map(({ pattern, keys }) => ({
  covers: compileGlobs([pattern]),
  keys: new Set(keys),
}));

function fileDoes(path: string): string | null {
  return GROUPS.find(({ covers }) => covers(path))?.does ?? null;
}

function keyDoes({ file, key }: Place): string | null {
  return KEYS.some(({ covers, keys }) => keys.has(`${key}`) && covers(file)) ? PART : null;
}

type IsNamed = (check: Steered["checks"][number], place: Place) => boolean;

/** A file of the check's own list, or one that its command names. */
function namesFile({ run, judges = [] }: Steered["checks"][number], { file }: Place): boolean {
  const whole = judges.map(splitProtected).filter(({ key }) => key === undefined);
  if (compileGlobs(whole.map(({ pattern }) => pattern))(file)) return true;
  return run.split(BETWEEN_WORDS).some((word) => word.replace(/^(?:\.\/)+/, "") === file);
}

const BETWEEN_WORDS = /[\s;&|()<>"'`=]+/;

function namesKey({ judges = [] }: Steered["checks"][number], { file, key }: Place): boolean {
  const same = judges.map(splitProtected).filter((entry) => entry.key === key);
  return compileGlobs(same.map(({ pattern }) => pattern))(file);
}
