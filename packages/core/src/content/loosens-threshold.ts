import { isTestPath } from "./is-test-path.ts";
import type { PatchLines } from "./patch-lines.ts";

/** A setting whose number controls how strict the checks are. */
type Setting = {
  name: RegExp;
  stricter: "higher" | "lower";
  /** `settings`: only in test configuration files, because the word has other meanings elsewhere. */
  where: "anywhere" | "tests" | "settings";
};

const SETTINGS: readonly Setting[] = [
  {
    name: /^(?:cov-)?fail[-_]under$|^minimum_coverage\w*$|^min[-_]?coverage$|^coverage[-_]?threshold$/i,
    stricter: "higher",
    where: "anywhere",
  },
  { name: /^max-warnings$/, stricter: "lower", where: "anywhere" },
  {
    name: /^(?:branches|functions|lines|statements|minimum|min|target|high|low|break|thresholds?|msi|min-msi)$/i,
    stricter: "higher",
    where: "settings",
  },
  {
    name: /^(?:toBeCloseTo|places|precision|numDigits|decimal)$/,
    stricter: "higher",
    where: "tests",
  },
  {
    name: /^(?:tolerance|epsilon|delta|atol|rtol|abs|rel|abs_tol|rel_tol|threshold|max_?diff\w*|retries|retry|flaky)$/i,
    stricter: "lower",
    where: "tests",
  },
];

const SETTINGS_FILE =
  /(?:^|\/)(?:(?:jest|vitest|vite|karma|playwright|cypress|wdio|nyc|stryker|ava)\.(?:conf|config)[^/]{0,40}|stryker\.conf[^/]{0,40}|\.?(?:nyc|c8)(?:rc)?[^/]{0,20}|\.coveragerc|\.?codecov\.ya?ml|\.simplecov|package\.json|pyproject\.toml|setup\.cfg|tox\.ini|pytest\.ini|pom\.xml|build\.gradle(?:\.kts)?|phpunit\.xml[^/]{0,10}|infection\.json[^/]{0,10}|sonar-project\.properties|tarpaulin\.toml)$/i;

const NUMBER =
  /([A-Za-z_][A-Za-z_-]{0,40})["']?\s{0,4}[:=> ]\s{0,4}["']?([0-9._]{1,30}(?:e[+-]?[0-9]{1,3})?)/gi;
const CLOSE_TO = /\b(toBeCloseTo)\([^,()]{0,80},\s{0,4}([0-9]{1,3})\s{0,4}\)/g;

/** Lines without a match contain no setting that counts everywhere, so most files are skipped quickly. */
const MET_ANYWHERE = /under|coverage|max-warnings/i;
const DIGIT = /[0-9]/;

/** Returns false if the patch of a file without tests cannot contain a setting, which is true for most files. */
export function mayHoldThreshold(path: string, patch: string): boolean {
  return MET_ANYWHERE.test(patch) || SETTINGS_FILE.test(path);
}

/** Returns true if a coverage limit fell or a tolerance rose. A removed limit has fallen. */
export function loosensThreshold(path: string, { added, removed }: PatchLines): boolean {
  if (removed.length === 0) return false;
  const settings = SETTINGS.filter(({ where }) => applies(where, path));
  const worthReading = settings.every(({ where }) => where === "anywhere") ? MET_ANYWHERE : DIGIT;
  const before = numbersByName(removed.filter((line) => worthReading.test(line)));
  if (before.size === 0) return false;
  const after = numbersByName(added.filter((line) => worthReading.test(line)));
  return [...before].some(([name, numbers]) =>
    settings.some(
      (setting) => setting.name.test(name) && loosens(setting, numbers, after.get(name) ?? []),
    ),
  );
}

function applies(where: Setting["where"], path: string): boolean {
  if (where === "anywhere") return true;
  return where === "settings" ? SETTINGS_FILE.test(path) : isTestPath(path);
}

/** Compares the nth removed number of a name to the nth added one. */
function loosens({ stricter }: Setting, before: readonly number[], after: readonly number[]) {
  if (stricter === "lower") return before.some((old, at) => old < (after[at] ?? old));
  return before.some((old, at) => old > (after[at] ?? Number.NEGATIVE_INFINITY));
}

function numbersByName(lines: readonly string[]): Map<string, number[]> {
  const numbers = new Map<string, number[]>();
  for (const line of lines) {
    for (const [, name = "", number = ""] of [
      ...line.matchAll(NUMBER),
      ...line.matchAll(CLOSE_TO),
    ]) {
      const known = numbers.get(name) ?? [];
      numbers.set(name, known);
      known.push(Number(number.replaceAll("_", "")));
    }
  }
  return numbers;
}
