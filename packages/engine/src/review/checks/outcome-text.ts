import type { TestCounts } from "../../ports/report-reader.ts";

/** Output and exit code of a command. */
type Outcome = {
  /** The command line. It identifies tools that print nothing on success. */
  run: string;
  code: number;
  output: string;
};

/** Tools whose last line contains counts. */
const COUNTS: readonly ((output: string) => TestCounts | null)[] = [
  // TAP, as printed by Node's test runner.
  (output) => pair(/^(?:#|ℹ) pass (\d+)$/m, /^(?:#|ℹ) fail (\d+)$/m, output),
  // Vitest and Jest: "Tests  2 failed | 10 passed (12)", "Tests: 2 failed, 10 passed, 12 total".
  (output) => within(/^\s*Tests:?\s+(.+)$/m, output),
  // Mocha: "12 passing (30ms)", and "2 failing" below it.
  (output) => pair(/^\s*(\d+) passing\b/m, /^\s*(\d+) failing\b/m, output),
  // pytest: "==== 2 failed, 10 passed in 0.12s ====".
  (output) => within(/^=*\s*(\d.* in [\d.]+s\b.*)$/m, output),
  // Cargo: one line per binary.
  (output) => sum(/^test result: \w+\. (.+)$/gm, output),
  // Other TAP.
  (output) => tap(output),
];

/** Tools that count findings, with the text for zero findings. */
const FINDERS: readonly { tool: RegExp; none: string; found: RegExp; what: string }[] = [
  { tool: /\btsc\b/, none: "No errors", found: /error TS\d+:/g, what: "error" },
  { tool: /\beslint\b/, none: "No errors", found: /✖ (\d+) problems?/g, what: "problem" },
  { tool: /\bbiome\b/, none: "No errors", found: /^Found (\d+) errors?\.$/gm, what: "error" },
  { tool: /\bknip\b/, none: "No dead code", found: /^Unused .+\((\d+)\)$/gm, what: "finding" },
];

/**
 * Summarises the outcome of a check for people: "12/12 passed", "No errors". Null if the output does not show
 * it or contradicts the exit code, which decides.
 */
export function outcomeText({ run, code, output }: Outcome): string | null {
  for (const read of COUNTS) {
    const counts = read(output);
    if (counts !== null && counts.passed + counts.failed > 0) return countsText(counts, code);
  }
  const finder = FINDERS.find(({ tool }) => tool.test(run) || tool.test(firstLines(output)));
  if (finder === undefined) return null;
  const found = countFound(finder.found, output);
  if (code === 0) return found === 0 ? finder.none : null;
  return found === 0 ? null : `${found} ${finder.what}${found === 1 ? "" : "s"}`;
}

/** Returns null if no test ran or the exit code contradicts the counts. */
export function countsText({ passed, failed }: TestCounts, code: number): string | null {
  const isPlausible = passed + failed > 0 && (failed === 0) === (code === 0);
  return isPlausible ? `${passed}/${passed + failed} passed` : null;
}

/** Returns the first lines, in which npm prints the command of a script. */
function firstLines(output: string): string {
  return output
    .split("\n", 8)
    .filter((line) => line.startsWith("> "))
    .join("\n");
}

function numberIn(pattern: RegExp, text: string): number | null {
  const [, digits] = pattern.exec(text) ?? [];
  return digits === undefined ? null : Number(digits);
}

function pair(passed: RegExp, failed: RegExp, output: string): TestCounts | null {
  const count = numberIn(passed, output);
  return count === null ? null : { passed: count, failed: numberIn(failed, output) ?? 0 };
}

function within(line: RegExp, output: string): TestCounts | null {
  const [, said] = line.exec(output) ?? [];
  return said === undefined ? null : parseCounts(said);
}

function parseCounts(said: string): TestCounts {
  const failed =
    (numberIn(/\b(\d+) failed\b/, said) ?? 0) + (numberIn(/\b(\d+) errors?\b/, said) ?? 0);
  return { passed: numberIn(/\b(\d+) passed\b/, said) ?? 0, failed };
}

function sum(lines: RegExp, output: string): TestCounts | null {
  const all = [...output.matchAll(lines)].map(([, said = ""]) => parseCounts(said));
  if (all.length === 0) return null;
  return all.reduce((left, right) => ({
    passed: left.passed + right.passed,
    failed: left.failed + right.failed,
  }));
}

/** Counts the test lines of TAP output. As TAP defines, a TODO test counts as passed. */
function tap(output: string): TestCounts | null {
  if (!/^1\.\.\d+/m.test(output)) return null;
  const passed = [...output.matchAll(/^ok\b/gm)].length;
  const failed = [...output.matchAll(/^not ok\b(?!.*#\s*todo)/gim)].length;
  const later = [...output.matchAll(/^not ok\b.*#\s*todo/gim)].length;
  return { passed: passed + later, failed };
}

function countFound(found: RegExp, output: string): number {
  return [...output.matchAll(found)].reduce((total, [, digits]) => total + Number(digits ?? 1), 0);
}
