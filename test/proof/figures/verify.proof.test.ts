import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { printFigures } from "../../../packages/cli/src/testing/print-figures.ts";
import { rootOf, writeHistory } from "../lab/generate-history.ts";
import { generateMerges } from "./large-history.ts";
import { type ProgramRun, runProgram } from "./run-program.ts";

/** Times of the clock depend on the load of the machine, so they are asserted only where time is given. */
const IS_CLOCK_ASSERTED = inject("scale") >= 10;
const MERGES = IS_CLOCK_ASSERTED ? 10_000 : 60;
const MAX_WALK_MS = 30_000;
const MAX_PEAK_MB = 300;
const MAX_BOOKMARKED_MS = 500;
const MAX_PUSH_MS = 1_000;
/** Merges that are pushed one by one. The first push is not counted: the server walks from the root once. */
const PUSHES = 6;
const SEGMENT = 4_096;
const MAIN = "refs/heads/main";
const PROOFS = `refs/countersign/proofs/main/${String(Math.floor(MERGES / SEGMENT)).padStart(6, "0")}`;

const folder = mkdtempSync(join(tmpdir(), "countersign-figures-"));
const clone = join(folder, "clone");
const server = join(folder, "server.git");
let root = "";
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(() => {
  const lab = generateMerges(MERGES);
  root = rootOf(lab);
  writeHistory(lab, clone);
  cpSync(clone, server, { recursive: true });
  const git = (...args: string[]) => execFileSync("git", ["-C", server, ...args]);
  git("update-ref", MAIN, lab.proofs.at(-1 - PUSHES)?.commit ?? "");
  git("update-ref", PROOFS, `${PROOFS}~${PUSHES}`);
}, 3_600_000);

const verify = (...args: string[]): Promise<ProgramRun> =>
  runProgram(["verify", ...args, "--root", root], { directory: clone, home: folder });

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

it(`verifies ${MERGES} merges from the root with replay`, async () => {
  const { code, out, ms, peakMb } = await verify("HEAD");
  printFigures(`verifying ${MERGES} merges from the root`, {
    ms: Math.round(ms),
    peakMb: Math.round(peakMb),
  });
  expect([code, out]).toEqual([0, expect.stringContaining("decision made again: identical bytes")]);
  expect(out.replaceAll(/\s+/g, " ")).toContain(`${MERGES.toLocaleString("en")} moves since`);
  expect(peakMb).toBeLessThanOrEqual(MAX_PEAK_MB);
  if (IS_CLOCK_ASSERTED) expect(ms).toBeLessThanOrEqual(MAX_WALK_MS);
});

it(`verifies HEAD from a bookmark among ${MERGES} merges`, async () => {
  const runs: ProgramRun[] = [];
  for (let left = 5; left > 0; left -= 1) runs.push(await verify("HEAD"));
  for (const { code, out } of runs) expect([code, out]).toEqual([0, expect.any(String)]);
  const ms = median(runs.map((run) => run.ms));
  const peakMb = Math.max(...runs.map((run) => run.peakMb));
  printFigures(`verifying HEAD with a bookmark, ${MERGES} merges`, {
    ms: Math.round(ms),
    peakMb: Math.round(peakMb),
  });
  if (IS_CLOCK_ASSERTED) expect(ms).toBeLessThanOrEqual(MAX_BOOKMARKED_MS);
});

it(`accepts a push of one merge after ${MERGES} through the pre-receive hook`, () => {
  mkdirSync(join(server, "hooks"), { recursive: true });
  const hook = join(server, "hooks", "pre-receive");
  const program = `${process.execPath} ${inject("program")}`;
  writeFileSync(hook, `#!/bin/sh\nexec ${program} verify --pre-receive --root ${root}\n`);
  chmodSync(hook, 0o755);
  const took: number[] = [];
  for (let left = PUSHES - 1; left >= 0; left -= 1) took.push(pushMove(left));
  const [firstMs = Number.NaN, ...later] = took.map(Math.round);
  printFigures(`a push of one merge after ${MERGES}`, { ms: median(later), firstMs });
  if (IS_CLOCK_ASSERTED) expect(median(later)).toBeLessThanOrEqual(MAX_PUSH_MS);
});

/** Pushes up to the move that so many others follow. Returns the milliseconds. */
function pushMove(followers: number): number {
  const args = ["log", "-1", "--format=%H %s", `${PROOFS}~${followers}`];
  const found = execFileSync("git", ["-C", clone, ...args], { encoding: "utf8" });
  const [proof, commit] = found.trim().split(" ");
  const began = performance.now();
  const { status, stderr } = spawnSync(
    "git",
    ["-C", clone, "push", "--atomic", server, `${commit}:${MAIN}`, `${proof}:${PROOFS}`],
    { encoding: "utf8", env: { HOME: folder, PATH: process.env.PATH ?? "" } },
  );
  expect([status, stderr]).toEqual([0, expect.any(String)]);
  return performance.now() - began;
}
