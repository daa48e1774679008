import { execFileSync, spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { applyBug } from "./apply-bug.ts";
import { readDeclarations } from "./declarations.ts";
import { judgeReport, type Outcome, type Report } from "./judge-report.ts";
import type { Patch, SeededBug } from "./seeded-bug.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const PACKAGES = join(ROOT, "packages");
const REPORT = "report.json";
const TIME_LIMIT_MS = 600_000;
/** The share of the repetitions in a browser: what a bug breaks, it breaks at once. */
const WEB_SCALE = "0.05";

/** A copy of the working tree for one bug at a time. */
export type Lane = {
  /** Runs tests of one Vitest project on the unchanged copy. */
  test(project: Patch["project"], tests: readonly string[], ...options: string[]): Promise<Outcome>;
  /** Applies a bug, runs its tests up to the first failure, and reverts it. */
  probe(bug: SeededBug & Patch): Promise<Outcome>;
};

export function makeLane(folder: string, stop: AbortSignal): Lane {
  for (const path of listFiles())
    if (existsSync(join(ROOT, path))) cpSync(join(ROOT, path), join(folder, path));
  linkLibraries(folder);
  const test: Lane["test"] = async (project = "unit", tests, ...options) => {
    rmSync(join(folder, REPORT), { force: true });
    const ended = await runVitest(folder, ["--project", project, ...options, ...tests], stop);
    return ended ?? readReport(folder);
  };
  return { test, probe: (bug) => probe(bug, folder, test) };
}

/** Lists every file of the working tree that git does not ignore. */
function listFiles(): string[] {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
  return execFileSync("git", args, { cwd: ROOT, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 })
    .split("\0")
    .filter((path) => path !== "");
}

/**
 * Links each library separately, so that caches stay in the copy and our own packages resolve to
 * the copy.
 */
function linkLibraries(folder: string): void {
  linkFolder(join(ROOT, "node_modules"), join(folder, "node_modules"));
  mkdirSync(join(folder, "node_modules", "@countersign"));
  for (const name of readdirSync(PACKAGES)) {
    const copy = join(folder, "packages", name);
    symlinkSync(copy, join(folder, "node_modules", "@countersign", name));
    const own = join(PACKAGES, name, "node_modules");
    if (existsSync(own)) linkFolder(own, join(copy, "node_modules"));
  }
}

function linkFolder(real: string, copy: string): void {
  mkdirSync(copy);
  for (const entry of readdirSync(real))
    if (
      (!entry.startsWith(".") || entry === ".bin") &&
      entry !== "@countersign" &&
      entry !== "countersign"
    )
      symlinkSync(join(real, entry), join(copy, entry));
}

async function probe(bug: SeededBug & Patch, folder: string, test: Lane["test"]): Promise<Outcome> {
  const originals = new Map<string, string>();
  try {
    for (const [file, text] of applyBug(bug, readDeclarations(folder))) {
      originals.set(file, readFileSync(join(folder, file), "utf8"));
      writeFileSync(join(folder, file), text);
    }
    return await test(bug.project, bug.tests, "--bail=1", "--maxWorkers=1", ...titleOptions([bug]));
  } catch (error) {
    return { is: "broken", why: String(error) };
  } finally {
    for (const [file, text] of originals) writeFileSync(join(folder, file), text);
  }
}

/** Returns the options that select the tests of these bugs by title; none if one of them needs all tests of its files. */
export function titleOptions(bugs: readonly Patch[]): string[] {
  const titles = new Set(bugs.map(({ only }) => only));
  return titles.has(undefined) ? [] : ["--testNamePattern", [...titles].join("|")];
}

/** Runs Vitest in its own process group and kills the group at the end. Reports a timeout. */
function runVitest(
  folder: string,
  args: readonly string[],
  stop: AbortSignal,
): Promise<Outcome | null> {
  const late = AbortSignal.timeout(TIME_LIMIT_MS);
  const stopped = AbortSignal.any([stop, late]);
  const vitest = ["node_modules/vitest/vitest.mjs", "run"];
  const scale = args.includes("web") ? { SCALE: WEB_SCALE } : {};
  const child = spawn(
    process.execPath,
    [...vitest, "--reporter=json", `--outputFile=${REPORT}`, ...args],
    {
      cwd: folder,
      detached: true,
      stdio: "ignore",
      env: { ...process.env, ...scale, NO_COLOR: "1" },
    },
  );
  const end = (): void => endGroup(child.pid);
  stopped.addEventListener("abort", end);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", () => {
      stopped.removeEventListener("abort", end);
      end();
      if (!stopped.aborted) return resolve(null);
      const why = late.aborted ? `not done after ${TIME_LIMIT_MS / 1_000} seconds` : "stopped";
      resolve({ is: "broken", why });
    });
  });
}

/** Kills a process group. Ignores one that is gone. */
function endGroup(id: number | undefined): void {
  if (id === undefined) return;
  try {
    process.kill(-id, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

function readReport(folder: string): Outcome {
  const path = join(folder, REPORT);
  if (!existsSync(path)) return { is: "broken", why: "the tests left no report" };
  const report: Report = JSON.parse(readFileSync(path, "utf8"));
  return judgeReport(report, folder);
}
