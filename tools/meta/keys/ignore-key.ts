import { parseArgs } from "node:util";
import type { Outcome } from "../seeded-bugs/judge-report.ts";
import { KEY_TESTS } from "./key-tests.ts";
import { testWithout } from "./test-without.ts";

process.exitCode = await main();

/**
 * Removes one configuration key at a time from the policies that tests read, and requires that the
 * key's test fails.
 *
 * `--only a,b` names keys; `--unit` leaves out tests that need a database.
 */
async function main(): Promise<number> {
  const keys = chooseKeys();
  const survived: string[] = [];
  for (const key of keys) {
    const file = KEY_TESTS[key];
    if (file === undefined) throw new Error(`No test is named for ${key}`);
    const outcome = await testWithout(key, file);
    if (outcome.is !== "red") survived.push(key);
    process.stdout.write(`${key} ${wordsFor(outcome)}\n`);
  }
  process.stdout.write(`${keys.length - survived.length} of ${keys.length} keys noticed\n`);
  return survived.length === 0 ? 0 : 1;
}

function chooseKeys(): string[] {
  const { values } = parseArgs({
    options: { only: { type: "string" }, unit: { type: "boolean", default: false } },
  });
  const keys = values.only?.split(",") ?? Object.keys(KEY_TESTS);
  return keys.filter(
    (key) => !values.unit || !/\.(?:db|attack)\.test\.ts$/.test(KEY_TESTS[key] ?? ""),
  );
}

function wordsFor(outcome: Outcome): string {
  switch (outcome.is) {
    case "red":
      return `red: ${outcome.test}`;
    case "green":
      return "GREEN: not noticed";
    case "broken":
      return `BROKEN: ${outcome.why}`;
  }
}
