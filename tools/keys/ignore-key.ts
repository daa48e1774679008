import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { judgeReport, type Outcome } from "../holes/judge-report.ts";
import { KEY_TESTS } from "./key-tests.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const TIME_LIMIT_MS = 300_000;

process.exitCode = await main();

/**
 * Reads policies without one key at a time and demands that the key's test fails.
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

async function testWithout(key: string, file: string): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), "countersign-keys-"));
  const report = join(folder, "report.json");
  try {
    await runVitest(key, file, report);
    return judgeReport(JSON.parse(readFileSync(report, "utf8")), ROOT);
  } catch (error) {
    return { is: "broken", why: String(error) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runVitest(key: string, file: string, report: string): Promise<void> {
  const vitest = [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--config",
    "tools/keys/vitest.config.ts",
  ];
  const reporter = ["--root", ".", "--bail=1", "--reporter=json", `--outputFile=${report}`];
  const child = spawn(process.execPath, [...vitest, ...reporter], {
    cwd: ROOT,
    stdio: "ignore",
    timeout: TIME_LIMIT_MS,
    env: { ...process.env, IGNORED_KEY: key, KEY_TEST: file },
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", () => resolve());
  });
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
