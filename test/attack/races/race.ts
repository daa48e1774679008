import { setTimeout as pause } from "node:timers/promises";
import { CountersignError } from "@countersign/core";
import type { Dice } from "../../../packages/core/src/testing/walk/dice.ts";
import type { PersonAction } from "./person-actions.ts";
import {
  type Arena,
  decidedTrees,
  type RaceTask,
  type Situation,
  treesAfter,
} from "./race-arena.ts";

/** Lands what the person has not seen. */
export type Change = () => Promise<void>;

/** A task, the moment in which it changes, and where in between the person decides. */
export type Race = { action: PersonAction; task: RaceTask; dice: Dice; change: Change };

/** What was on the last screen before the decision; `ok`, or the code of the refusal. */
export type RaceEnd = { seen: string; outcome: string };

/** One way by which a person looks and decides. */
export type Surface = {
  name: string;
  /** Actions on a task that a person can do here. */
  actions: readonly PersonAction[];
  run(race: Race): Promise<RaceEnd>;
  close?(): void;
};

export type RaceReport = {
  action: PersonAction;
  outcome: string;
  /** Whether the engine recorded the decision. */
  isAccepted: boolean;
  /** What was decided on and not shown; null: nothing. */
  unseen: string | null;
};

/** Which task an action needs. */
const SITUATIONS: Readonly<Partial<Record<PersonAction, Situation>>> = {
  release: "held",
  undo: "approved",
  reopen: "rejected",
  dispose: "finding",
  retry_reviewer: "waiting",
  cancel_reviewer: "waiting",
};

/** Races one action on a new task against a change of that task. */
export async function runRace(
  arena: Arena,
  surface: Surface,
  action: PersonAction,
  dice: Dice,
): Promise<RaceReport> {
  const task = await arena.openTask(SITUATIONS[action] ?? "waits_for_owner");
  const before = (await arena.entries(task)).length;
  const isTwice = dice.chance(20);
  const change = async (): Promise<void> => {
    if (action === "reopen") await arena.reopen(task).catch(ignoreRefusal);
    await arena.submit(task, 1).catch(ignoreRefusal);
    if (isTwice) await arena.submit(task, 2).catch(ignoreRefusal);
  };
  const { seen, outcome } = await surface.run({ action, task, dice, change });
  const trees = await decided(arena, action, task, before);
  const unseen = task.versions.find(
    ({ mark, tree }) =>
      trees.includes(tree) && ![mark, tree.slice(0, 12)].some((id) => seen.includes(id)),
  );
  await arena.end(task);
  const told = unseen === undefined ? null : `${action} of ${unseen.mark}; shown: ${seen}`;
  return { action, outcome, isAccepted: trees.length > 0, unseen: told };
}

/** The trees that the engine took the decision for, by its log. */
async function decided(arena: Arena, action: PersonAction, task: RaceTask, before: number) {
  const entries = await arena.entries(task);
  if (action !== "snooze") return decidedTrees(entries, before);
  const last = await arena.putOffAt(task);
  return last === null ? [] : treesAfter(entries.filter(({ seq }) => seq <= last));
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof CountersignError)) throw error;
}

/** How long the last changes took: a decision falls anywhere into that time. */
let changeMs = 50;

/** The change lands before, during or after the decision. */
export async function meanwhile(
  dice: Dice,
  change: Change,
  decide: () => Promise<string>,
): Promise<string> {
  const when = dice.roll(5);
  if (when === 0) {
    const outcome = await decide();
    await change();
    return outcome;
  }
  if (when === 1) {
    await change();
    return await decide();
  }
  const startedMs = Date.now();
  const changing = change().then(() => {
    changeMs = (changeMs + Date.now() - startedMs) / 2;
  });
  const deciding = pause(dice.roll(Math.ceil(changeMs * 1.5))).then(decide);
  const [outcome] = await Promise.all([deciding, changing]);
  return outcome;
}

/** The code of a refusal; `ok` if there was none. */
export async function outcomeOf(act: () => Promise<unknown>): Promise<string> {
  try {
    await act();
    return "ok";
  } catch (error) {
    if (error instanceof CountersignError) return error.code;
    throw error;
  }
}
