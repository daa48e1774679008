import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Outcome } from "./judge-report.ts";
import { type Lane, makeLane, titleOptions } from "./lane.ts";
import type { Patch, SeededBug } from "./seeded-bug.ts";
import { ATTACKS, SEEDED_BUGS } from "./seeded-bugs.ts";

const LANES = ["first", "second"];

process.exitCode = await main();

/** Applies every known bug, one at a time in a copy, and expects one of its tests to fail. */
async function main(): Promise<number> {
  const chosen = chooseBugs();
  for (const bug of chosen) if ("owner" in bug) printLine(`${bug.id} is covered by ${bug.owner}`);
  const bugs = chosen.flatMap((bug) => ("edits" in bug ? [bug] : []));

  const stop = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stop.abort());
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "countersign-bugs-")));
  try {
    const lanes = LANES.map((name) => makeLane(join(folder, name), stop.signal));
    if (!(await isGreen(lanes, bugs))) return 1;
    const noticed = await probeAll(lanes, bugs, stop.signal);
    printLine(`${noticed} of ${bugs.length} bugs noticed`);
    return noticed === bugs.length ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Selects all bugs, those of the attack suite (`--attacks`), or those of `--only H1,H2`. */
function chooseBugs(): readonly SeededBug[] {
  const { values } = parseArgs({
    options: { only: { type: "string" }, attacks: { type: "boolean", default: false } },
  });
  if (values.attacks) return ATTACKS;
  if (values.only === undefined) return SEEDED_BUGS;
  return values.only.split(",").map((id) => {
    const bug = SEEDED_BUGS.find((known) => known.id === id);
    if (bug === undefined) throw new Error(`There is no bug ${id}`);
    return bug;
  });
}

/** Runs the same tests without a bug. They must pass, or their failures prove nothing. */
async function isGreen([lane]: readonly Lane[], bugs: readonly Patch[]): Promise<boolean> {
  for (const [project, same] of Map.groupBy(bugs, ({ project: name = "unit" }) => name)) {
    const tests = new Set(same.flatMap((bug) => bug.tests));
    const outcome = (await lane?.test(project, [...tests], ...titleOptions(same))) ?? {
      is: "broken",
      why: "no lane",
    };
    if (outcome.is === "green") continue;
    printLine(`without a bug: ${outcomeText(outcome)}`);
    return false;
  }
  return true;
}

/** Gives each free lane the next bug. Returns the number of detected bugs. */
async function probeAll(
  lanes: readonly Lane[],
  bugs: readonly (SeededBug & Patch)[],
  stop: AbortSignal,
): Promise<number> {
  const waiting = bugs.values();
  let noticed = 0;
  const work = async (lane: Lane): Promise<void> => {
    for (const bug of waiting) {
      if (stop.aborted) return;
      const outcome = await lane.probe(bug);
      if (outcome.is === "red") noticed += 1;
      printLine(`${bug.id} ${outcomeText(outcome)}`);
    }
  };
  await Promise.all(lanes.map(work));
  return noticed;
}

function outcomeText(outcome: Outcome): string {
  switch (outcome.is) {
    case "red":
      return `red: ${outcome.test}`;
    case "green":
      return "GREEN: not noticed";
    case "broken":
      return `BROKEN: ${outcome.why}`;
  }
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}
