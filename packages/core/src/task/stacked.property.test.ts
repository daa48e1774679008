import fc from "fast-check";
import { expect, it } from "vitest";
import { CountersignError } from "../kernel/errors.ts";
import { contentOf } from "../testing/facts-of.ts";
import { times } from "../testing/scale.ts";
import { person, type Scenario, scenario } from "../testing/scenario.ts";
import { type Dice, diceOf } from "../testing/walk/dice.ts";
import { fold } from "./fold/fold.ts";
import { baseTaskState } from "./review/base-task.ts";

const WALKS = times(2_000);
const STEPS = 60;
const NAMES = ["1", "2", "3", "4"] as const;
const POLICY = { policy: { profile: "modes", limits: { attempts: 100 } } };

type Counts = { merges: number; waits: number; sentBack: number; refused: number };

/** Plays one step, and counts a refusal as one. */
function attempt(counts: Counts, play: () => void): void {
  try {
    play();
  } catch (error) {
    if (!(error instanceof CountersignError)) throw error;
    counts.refused += 1;
    if (error.message === "cs-test is waiting for cs-lower") counts.waits += 1;
  }
}

type Act = (play: Scenario) => void;

/** What people, authors and the engine do with any task. */
const COMMON: readonly [Act, ...Act[]] = [
  (play) => play.plan(),
  (play) => play.passChecks(),
  (play) => play.approve(),
  (play) => play.approve(),
  (play) => play.redo(),
  (play) => play.override(),
  (play) => play.undo(),
  (play) => play.reject(),
  (play) => play.send({ type: "reopen" }, person("ana")),
  (play) => play.wait(10_000),
  (play) => play.engine({ type: "merge_started" }),
  (play) => play.engine({ type: "merge_started" }),
  (play) => play.engine({ type: "merged", tree: play.task.round?.content.tree ?? "" }),
  (play) => play.engine({ type: "review_again", content: contentOf("9") }),
  (play) => play.mergeFails("conflict"),
  (play) => play.mergeFails("moved"),
];

/** The next step of a task towards its merge. */
const forward: Act = (play) => {
  const { phase, round } = play.task;
  if (phase.is === "merging") play.engine({ type: "merged", tree: round?.content.tree ?? "" });
  else if (phase.is === "approved") {
    play.wait(10_000);
    play.engine({ type: "merge_started" });
  } else if (round?.plan === null) play.plan();
  else {
    play.passChecks();
    play.approve();
  }
};

/** Two tasks, one on top of the other, and the commits of the lower that were merged. */
type Pair = { lower: Scenario; upper: Scenario; merged: Set<string>; dice: Dice };

function anyAct(dice: Dice): Act {
  return dice.chance(80) ? forward : dice.pick(COMMON);
}

function playLower({ lower, merged, dice }: Pair, counts: Counts): void {
  const { heads } = baseTaskState(lower.task, []);
  const before = lower.state;
  attempt(counts, () => (dice.chance(15) ? lower.submit(dice.pick(NAMES)) : anyAct(dice)(lower)));
  if (before === "merging" && lower.state === "done") for (const head of heads) merged.add(head);
}

function playUpper({ lower, upper, merged, dice }: Pair, counts: Counts): void {
  const baseTask = { ...baseTaskState(lower.task, []), task: "cs-lower" };
  upper.around.baseTask = baseTask;
  const before = upper.state;
  const base = (dice.chance(80) ? baseTask.heads[0] : undefined) ?? "c";
  const name = dice.pick(NAMES);
  const stacked = {
    content: contentOf(name, base.slice(0, 1)),
    baseTask: { task: "cs-lower", round: 1 },
  };
  const acts = [
    () => upper.submit(name, stacked),
    () => upper.engine({ type: "follow_base" }),
    () => anyAct(dice)(upper),
    () => anyAct(dice)(upper),
    () => anyAct(dice)(upper),
  ] as const;
  attempt(counts, dice.pick(acts));
  const { phase, round } = upper.task;
  if (phase.is === "rework" && phase.cause === "base") counts.sentBack += 1;
  if (before === "merging" || phase.is !== "merging") return;
  counts.merges += 1;
  const isResult = round?.resultOf !== undefined; // of a merge that the base had let begin
  if (!isResult && !merged.has(round?.content.base ?? ""))
    throw new Error("I3: merged before its base");
}

function walk(start: number, counts: Counts): void {
  const dice = diceOf(start);
  const pair = {
    lower: scenario(POLICY),
    upper: scenario(POLICY),
    merged: new Set<string>(),
    dice,
  };
  for (let step = 0; step < STEPS; step += 1)
    if (dice.chance(50)) playLower(pair, counts);
    else playUpper(pair, counts);
  expect(fold(pair.upper.log)).toEqual(pair.upper.task);
}

it("merges no task before exactly the content that it is built on was merged, whatever happens to both", {
  timeout: 0,
}, async ({ annotate }) => {
  const counts: Counts = { merges: 0, waits: 0, sentBack: 0, refused: 0 };
  fc.assert(
    fc.property(fc.integer(), (start) => walk(start, counts)),
    { numRuns: WALKS, endOnFailure: true },
  );
  await annotate(JSON.stringify({ WALKS, ...counts }));
  expect(counts.merges).toBeGreaterThan(WALKS / 100);
  expect(counts.waits).toBeGreaterThan(WALKS / 100);
  expect(counts.sentBack).toBeGreaterThan(WALKS / 100);
  expect(counts.refused).toBeGreaterThan(WALKS);
});
