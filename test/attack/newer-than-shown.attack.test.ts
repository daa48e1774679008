import { CountersignError, PHASES } from "@countersign/core";
import { describe, expect, it } from "vitest";
import type { Context } from "../../packages/core/src/task/model/context.ts";
import type { Task } from "../../packages/core/src/task/model/state.ts";
import { transition } from "../../packages/core/src/task/transition.ts";
import { shownCommand } from "../../packages/core/src/testing/shown-command.ts";
import { ROWS } from "../../packages/core/src/testing/table/rows.ts";
import { situations } from "../../packages/core/src/testing/table/situations.ts";
import { diceOf } from "../../packages/core/src/testing/walk/dice.ts";
import { attempts } from "./attempts.ts";
import { CONTENT_ACTIONS } from "./races/person-actions.ts";

const ACTIONS: readonly string[] = CONTENT_ACTIONS;

type Attempt = { task: Task; command: ReturnType<typeof shownCommand>; context: Context };

/** The code of the refusal; null: the command was accepted. */
function refusalCode({ task, command, context }: Attempt): string | null {
  try {
    transition(task, command, context);
    return null;
  } catch (error) {
    if (error instanceof CountersignError) return error.code;
    throw error;
  }
}

/** Every decision of a person that a task in some situation accepts, for what it has now. */
function acceptedDecisions(): ReadonlyMap<string, readonly Attempt[]> {
  const all = PHASES.flatMap((state) => situations(state)).flatMap(({ play }) =>
    ROWS.flatMap(({ tries }) => tries(play.task)).flatMap(({ command, actor, around }) => {
      const { task } = play;
      if (actor.kind !== "human" || !ACTIONS.includes(command.type)) return [];
      const context = { ...play.context(actor), ...around };
      const attempt = { task, command: shownCommand(task, command), context };
      return task.round !== null && refusalCode(attempt) === null ? [attempt] : [];
    }),
  );
  return Map.groupBy(all, ({ command }) => command.type);
}

/** The same task after other work was submitted, whatever path it took to get there. */
function withNewer(task: Task, next: number, isSameNumber: boolean): Task {
  if (task.round === null) return task;
  const digit = String(next % 10);
  const content = { ...task.round.content, head: digit.repeat(40), tree: `f${digit.repeat(39)}` };
  const number = task.round.number + (isSameNumber ? 0 : 1 + (next % 3));
  return { ...task, round: { ...task.round, number, content } };
}

describe("I9 Shown is signed: a concurrent change lands between showing and deciding", () => {
  it("no decision of a person applies to content that was not shown", () => {
    const accepted = acceptedDecisions();
    expect([...accepted.keys()].sort()).toEqual([...ACTIONS].sort());
    const tried = new Map<string, number>();
    const succeeded: string[] = [];
    for (let number = 0; number < attempts(); number += 1) {
      const action = ACTIONS[number % ACTIONS.length] ?? "";
      const outcome = decideOnNewer(accepted.get(action) ?? [], number);
      if (!outcome.startsWith("stale_")) succeeded.push(`${action}: ${outcome}`);
      tried.set(action, (tried.get(action) ?? 0) + 1);
    }
    expect(succeeded).toEqual([]);
    const least = Math.floor(attempts() / ACTIONS.length);
    for (const action of ACTIONS) expect(tried.get(action), action).toBeGreaterThanOrEqual(least);
  });
});

/** Says what was accepted for the content that was shown to the same task with newer content. */
function decideOnNewer(choices: readonly Attempt[], number: number): string {
  const dice = diceOf(number);
  const chosen = choices[dice.roll(choices.length)];
  if (chosen === undefined) return "never accepted";
  const task = withNewer(chosen.task, dice.roll(1_000), dice.chance(30));
  return refusalCode({ ...chosen, task }) ?? `accepted in ${task.phase.is}`;
}
