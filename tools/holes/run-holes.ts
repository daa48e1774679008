import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Hole, Patch } from "./hole.ts";
import { ATTACKS, HOLES } from "./holes.ts";
import type { Outcome } from "./judge-report.ts";
import { type Lane, makeLane } from "./lane.ts";

const LANES = ["first", "second"];

process.exitCode = await main();

/** Makes every known mistake again, one at a time in a copy, and demands that one of its tests fails. */
async function main(): Promise<number> {
  const chosen = chooseHoles();
  for (const hole of chosen) if ("owner" in hole) say(`${hole.id} left to ${hole.owner}`);
  const holes = chosen.flatMap((hole) => ("edits" in hole ? [hole] : []));

  const stop = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stop.abort());
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "countersign-holes-")));
  try {
    const lanes = LANES.map((name) => makeLane(join(folder, name), stop.signal));
    if (!(await isSound(lanes, holes))) return 1;
    const noticed = await probeAll(lanes, holes, stop.signal);
    say(`${noticed} of ${holes.length} holes noticed`);
    return noticed === holes.length ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** All holes, those of the attack suite (`--attacks`), or those that `--only H1,H2` names. */
function chooseHoles(): readonly Hole[] {
  const { values } = parseArgs({
    options: { only: { type: "string" }, attacks: { type: "boolean", default: false } },
  });
  if (values.attacks) return ATTACKS;
  if (values.only === undefined) return HOLES;
  return values.only.split(",").map((id) => {
    const hole = HOLES.find((known) => known.id === id);
    if (hole === undefined) throw new Error(`There is no hole ${id}`);
    return hole;
  });
}

/** Without a hole the same tests must pass, or their failures would prove nothing. */
async function isSound([lane]: readonly Lane[], holes: readonly Patch[]): Promise<boolean> {
  for (const [project, same] of Map.groupBy(holes, ({ project: name = "unit" }) => name)) {
    const tests = new Set(same.flatMap((hole) => hole.tests));
    const outcome = (await lane?.test(project, [...tests])) ?? { is: "broken", why: "no lane" };
    if (outcome.is === "green") continue;
    say(`without a hole ${wordsFor(outcome)}`);
    return false;
  }
  return true;
}

/** Each lane takes the next hole as soon as it is free; the answer is how many were noticed. */
async function probeAll(
  lanes: readonly Lane[],
  holes: readonly (Hole & Patch)[],
  stop: AbortSignal,
): Promise<number> {
  const waiting = holes.values();
  let noticed = 0;
  const work = async (lane: Lane): Promise<void> => {
    for (const hole of waiting) {
      if (stop.aborted) return;
      const outcome = await lane.probe(hole);
      if (outcome.is === "red") noticed += 1;
      say(`${hole.id} ${wordsFor(outcome)}`);
    }
  };
  await Promise.all(lanes.map(work));
  return noticed;
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

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
