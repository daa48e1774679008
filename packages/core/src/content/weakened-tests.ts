import { isTestPath } from "./is-test-path.ts";
import { loosensThreshold, mayHoldThreshold } from "./loosens-threshold.ts";
import { patchLines } from "./patch-lines.ts";
import type { FileFact, WeakenedTest } from "./schema.ts";

/** Assertions. Words in titles and names of other functions do not count. */
const ASSERTIONS: readonly RegExp[] = [
  /(?<![\w$])(?:expect|assert|Assert|refute|XCTAssert|XCTFail|EXPECT_|ASSERT_|CHECK|REQUIRE)\w*\s?[(.!{]/g,
  /(?<![\w$])(?:verify\(|require\.[A-Z]|pytest\.(?:raises|warns|fail)|t\.(?:Error|Fatal|Fail))/g,
  /(?<![\w$])t\.(?:ok|notOk|is|not|equal|deepEqual|same|match|true|false|throws|like)\(/g,
  /\.should\b|\.Should\(|\bshould[A-Z]\w*|\.(?:must|wont)_\w+/g,
  /^\s*(?:assert|refute)\w*\s(?!\()/g,
  /^\s*(?:ok|is|isnt|like|cmp_ok|is_deeply)\s?\(/g,
];

/** Ways to skip tests, or to run only some, in common frameworks. */
const SKIPS: readonly RegExp[] = [
  /(?<![\w$.])(?:it|test|describe|context|suite|specify|bench|group)(?:\.\w+){0,4}\.(?:skip|only|todo|fixme|fails|failing|skipIf|runIf)\b/g,
  /(?<![\w$.])(?:x|f)(?:it|describe|context|specify|test|scenario|example)\s{0,4}\(/g,
  /(?<![\w$])(?:this|t|b|ctx|test|context)\.(?:skip|Skip|SkipNow|Skipf|todo|pending)\(/g,
  /(?<![\w$.])(?:skip|only|todo)["']?\s{0,4}:\s{0,4}true\b|(?<![\w$.])skip\s{0,4}:\s{0,4}["'`]/g,
  /@pytest\.mark\.(?:skip|skipif|xfail)\b|\bpytest\.(?:skip|xfail|importorskip)\(/g,
  /@(?:unittest\.)?(?:skip|skipIf|skipUnless|expectedFailure)\b|\.skipTest\(|\bSkipTest\b/g,
  /@(?:Ignore|Disabled\w*)\b|\benabled\s{0,4}=\s{0,4}false\b/g,
  /\[\s{0,4}Ignore\b|\bSkip\s{0,4}=\s{0,4}["$@]|#\[\s{0,4}ignore\b/g,
  /\bmarkTest(?:Skipped|Incomplete)\b|\bXCTSkip\w*|\bGTEST_SKIP\b|\bDISABLED_\w/g,
  /@(?:module)?tag\s{1,4}:?skip\b/g,
  /^\s*(?:skip|pending)(?:\s{0,4}["'(]|\s*$)/g,
];

/** Finds signs of weaker tests. Each file reports a sign once. */
export function findWeakenedTests(
  files: readonly FileFact[],
  patches: readonly { path: string; patch: string }[],
): WeakenedTest[] {
  const patchOf = new Map(patches.map(({ path, patch }) => [path, patch]));
  return files.flatMap((file) =>
    signsOf(file, patchOf.get(file.path) ?? "").map((what) => ({ path: file.path, what })),
  );
}

function signsOf(file: FileFact, patch: string): WeakenedTest["what"][] {
  const isTest = isTestPath(file.path);
  if (takesTestAway(file, isTest)) return ["test_deleted"];
  if (!isTest && !mayHoldThreshold(file.path, patch)) return [];

  const lines = patchLines(patch);
  // A copy removes nothing from its source file.
  const removed = file.status === "copied" ? [] : lines.removed;
  const signs: WeakenedTest["what"][] = [];
  if (isTest && count(removed, ASSERTIONS) > count(lines.added, ASSERTIONS)) {
    signs.push("assertion_removed");
  }
  if (isTest && count(lines.added, SKIPS) > count(removed, SKIPS)) signs.push("test_skipped");
  if (loosensThreshold(file.path, { added: lines.added, removed }))
    signs.push("threshold_loosened");
  return signs;
}

function takesTestAway({ status, oldPath }: FileFact, isTest: boolean): boolean {
  if (status === "deleted") return isTest;
  return status === "renamed" && !isTest && isTestPath(oldPath ?? "");
}

function count(lines: readonly string[], patterns: readonly RegExp[]): number {
  let found = 0;
  for (const line of lines) {
    for (const pattern of patterns) found += line.match(pattern)?.length ?? 0;
  }
  return found;
}
