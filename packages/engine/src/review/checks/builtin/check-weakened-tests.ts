import { type Facts, isTestPath } from "@countersign/core";
import type { CheckFinding } from "../findings/check-result.ts";
import { type CheckedRule, ruleFinding } from "./rule-finding.ts";
import type { ChangeView, ViewedFile, ViewedLine } from "./view-change.ts";

type Sign = Facts["weakenedTests"][number]["what"];

const RESTORE = "Restore it, or name the requirement that changed.";

const SIGNS: Readonly<Record<Sign, CheckedRule & { message: string }>> = {
  test_deleted: {
    id: "wt-deleted-01",
    severity: "major",
    message: "A file of tests is removed.",
    recommendation: RESTORE,
  },
  assertion_removed: {
    id: "wt-assertion-01",
    severity: "major",
    message: "The file checks less than before: more assertions go than come.",
    recommendation: RESTORE,
  },
  test_skipped: {
    id: "wt-skip-01",
    severity: "major",
    message: "Tests of the file are skipped, or only some of them run.",
    recommendation: "Enable the tests again, or remove them and state the reason.",
  },
  threshold_loosened: {
    id: "wt-threshold-01",
    severity: "major",
    message: "A threshold of the tests is loosened.",
    recommendation: "Restore the threshold and improve the code.",
  },
};

const TIMEOUT: CheckedRule = {
  id: "wt-timeout-01",
  severity: "warning",
  recommendation: "Find out what became slow, or state why more time is needed.",
};

/** `testTimeout: 5000`, `this.timeout(5_000)`, `@Test(timeout = 500)`, `timeout=5`: the name and the value. */
const WAITS = /\b(\w{0,30}timeout\w{0,10})["']?\s{0,4}[:=(]\s{0,4}([0-9][0-9_]{0,11})/gi;
const SETTINGS =
  /(?:^|\/)(?:jest|vitest|vite|playwright|cypress|karma|pytest|setup|tox)[^/]{0,40}$/;

/** Reports tests that check less than before, according to the facts, and tests with longer timeouts. */
export function checkWeakenedTests({ facts, files }: ChangeView): CheckFinding[] {
  const signs = facts.weakenedTests.map(({ path, what }) =>
    ruleFinding(SIGNS[what], "weakened-tests", { file: path }, SIGNS[what].message),
  );
  return [...signs, ...files.flatMap(raisedTimeouts)];
}

function raisedTimeouts({ fact, added, removed }: ViewedFile): CheckFinding[] {
  if (!isTestPath(fact.path) && !SETTINGS.test(fact.path)) return [];
  const before = longestTimeouts(removed);
  const after = longestTimeouts(added);
  return [...after].flatMap(([name, now]) => {
    const was = before.get(name);
    if (was === undefined || was.most >= now.most) return [];
    const message = `${name} goes from ${was.most} to ${now.most}.`;
    return [ruleFinding(TIMEOUT, "weakened-tests", { file: fact.path, line: now.line }, message)];
  });
}

/** Returns the longest timeout for each name. */
function longestTimeouts(
  lines: readonly ViewedLine[],
): Map<string, { most: number; line: ViewedLine }> {
  const waits = new Map<string, { most: number; line: ViewedLine }>();
  for (const line of lines) {
    for (const [, name = "", number = ""] of line.text.matchAll(WAITS)) {
      const most = Number(number.replaceAll("_", ""));
      if (most > (waits.get(name)?.most ?? -1)) waits.set(name, { most, line });
    }
  }
  return waits;
}
