import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { judgeReport, type Outcome } from "../seeded-bugs/judge-report.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const TIME_LIMIT_MS = 300_000;

/** Runs a test file whose policies lack a key, and returns whether a test failed. */
export async function testWithout(key: string, file: string): Promise<Outcome> {
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
    "tools/meta/keys/vitest.config.ts",
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
