import type { Facts, FileFact } from "../../content/schema.ts";
import { rememberTexts } from "../../kernel/remember-texts.ts";
import { compileGlobs } from "../../policy/glob/glob.ts";
import { JUDGE_KEYS } from "../../policy/judges/judge-keys.ts";
import { fileDoes, keyDoes } from "../../policy/judges/judge-names.ts";
import type { Policy } from "../../policy/policy.ts";
import { foldPath, splitProtected } from "../../policy/policy-files.ts";
import { touchedPaths } from "../touched-paths.ts";

/** A change that steers checks, and those checks. */
export type JudgeChange = {
  file: string;
  /** The key in a JSON file. Null for the whole file. */
  key: string | null;
  /** Completes the sentence "the file …". */
  does: string;
  /** Ids of the checks, in the policy's order. */
  checks: readonly string[];
  /** True if only a command names it: it may be a judge file, or the program under test. */
  mayBeProgram?: true;
};

type Steered = { checks: readonly Pick<Policy["checks"][number], "id" | "run" | "judges">[] };

/**
 * Lists the changes that steer the policy's checks: files first, then parts of files, each sorted.
 *
 * The shipped files count for every check, because a command does not show which tools it runs. A check's own
 * list, the paths in its command, and the files that accepted scripts, settings and links lead it to count for
 * that check. Without checks the list is empty.
 */
export function judgeChanges(
  facts: Pick<Facts, "reachedFiles"> & {
    changedKeys: readonly string[];
    files: readonly Pick<FileFact, "path" | "oldPath">[];
  },
  { checks }: Steered,
): JudgeChange[] {
  if (checks.length === 0) return [];
  const all = checks.map(({ id }) => id);
  const reached = new Map(facts.reachedFiles?.map((entry) => [entry.file, entry]));
  const found = (place: Place, does: string | null, isNamed: IsNamed): JudgeChange[] => {
    if (does !== null) return [{ ...place, does, checks: all }];
    const through = place.key === null ? reached.get(place.file) : undefined;
    const steered = checks
      .filter((check) => through?.checks.includes(check.id) || isNamed(check, place))
      .map(({ id }) => id);
    if (steered.length === 0) return [];
    const why = through === undefined ? NAMED : reachedText(through);
    const change = { ...place, does: why, checks: steered };
    const isListed = place.key !== null || checks.some((check) => listsFile(check, place.file));
    return [isListed ? change : { ...change, mayBeProgram: true }];
  };
  return [
    ...touchedPaths(facts).flatMap((file) => found({ file, key: null }, fileDoes(file), namesFile)),
    ...facts.changedKeys
      .map(splitKey)
      .flatMap((place) => found(place, keyDoes(place.file, `${place.key}`), namesKey)),
  ];
}

/** Describes how a file is reached. A file that the check's own command names has no intermediate file. */
function reachedText({ through }: { through: string }): string {
  return through === "" ? NAMED : `is reached through ${through}`;
}

/** Returns the location of a change as the policy writes it: a path, or `file#key`. */
export function judgePath({ file, key }: Place): string {
  return key === null ? file : `${file}#${key}`;
}

type Place = Pick<JudgeChange, "file" | "key">;

function splitKey(changed: string): Place {
  const at = changed.lastIndexOf("#");
  return { file: changed.slice(0, at), key: changed.slice(at + 1) };
}

const SHIPPED_KEYS = JUDGE_KEYS.flatMap(({ pattern, keys }) =>
  keys.map((key) => `${pattern}#${key}`),
);

/** Returns the parts of JSON files that can steer a check, as `file#key`. */
export function judgeKeys({ checks }: Steered): string[] {
  if (checks.length === 0) return [];
  return [
    ...SHIPPED_KEYS,
    ...checks.flatMap(({ judges = [] }) => judges.filter((entry) => entry.includes("#"))),
  ];
}

/** Describes which checks a change steers. */
export function judgeText({ does, checks, ...place }: JudgeChange): string {
  return `${judgePath(place)} ${does}. It steers ${checks.length === 1 ? "the check" : "the checks"} ${checks.join(", ")}.`;
}

const NAMED = "is named by the check itself";

type IsNamed = (check: Steered["checks"][number], place: Place) => boolean;

/** Returns true for a file of the check's own list, or one that its command names. */
function namesFile(check: Steered["checks"][number], { file }: Place): boolean {
  if (listsFile(check, file)) return true;
  return namesIn(check.run).includes(foldPath(file));
}

const namesIn = rememberTexts({ texts: 200, characters: 1_000 }, (command) =>
  command.split(BETWEEN_WORDS).map((word) => foldPath(word.replace(/^(?:\.\/)+/, ""))),
);

function listsFile({ judges = [] }: Steered["checks"][number], file: string): boolean {
  const patterns = judges
    .map(splitProtected)
    .filter(({ key }) => key === undefined)
    .map(({ pattern }) => pattern);
  const lower = patterns.map((pattern) => pattern.toLowerCase());
  return compileGlobs(patterns)(file) || compileGlobs(lower)(foldPath(file));
}

const BETWEEN_WORDS = /[\s;&|()<>"'`=]+/;

function namesKey({ judges = [] }: Steered["checks"][number], { file, key }: Place): boolean {
  const same = judges.map(splitProtected).filter((entry) => entry.key === key);
  return compileGlobs(same.map(({ pattern }) => pattern))(file);
}
