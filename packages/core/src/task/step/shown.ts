import type { Context } from "../model/context.ts";
import type { Task } from "../model/state.ts";
import type { Draft } from "./draft.ts";
import { refuse } from "./refuse.ts";

/** The round and exact content of a task that a person saw. Null before the first submission. */
export type Shown = { round: number | null; tree: string | null };

type Named = { [Key in keyof Shown]?: Shown[Key] | undefined };
type Handler<Said> = (draft: Draft, command: Said, context: Context) => Draft;

/** Returns the round and tree that a decision on the current task must name. */
export function toShown({
  round,
}: {
  round: { number: number; content: { tree: string } } | null;
}): Shown {
  return { round: round?.number ?? null, tree: round?.content.tree ?? null };
}

/** Wraps a handler so that a decision must name the task's current content. */
export function onShown<Said extends Named>(handle: Handler<Said>): Handler<Said> {
  return (draft, command, context) => {
    const { round, tree } = command;
    if (round !== undefined && tree !== undefined) requireShown(draft.task, { round, tree });
    else requireNoPerson(draft.task, context);
    return handle(draft, command, context);
  };
}

/** Requires a person to name the content they saw. An agent, which decides nothing, may omit it. */
function requireNoPerson(task: Task, { actor }: Context): void {
  if (actor.kind === "human")
    refuse("invalid_input", task, `Name the round and the tree of ${task.id} that you were shown`);
}

/** Refuses a decision about other content. The refusal names the current round and tree. */
function requireShown(task: Task, { round, tree }: Shown): void {
  const now = toShown(task);
  const hint = `Review it: countersign diff ${task.id}`;
  if (round !== now.round) {
    const details = { given: round ?? 0 };
    refuse("stale_round", task, `${nowText(task, now)}; ${thenText(round)}`, details, hint);
  }
  if (tree !== now.tree)
    refuse("stale_content", task, `${nowText(task, now)}, not the tree that was shown`, {}, hint);
}

function nowText({ id }: Task, { round, tree }: Shown): string {
  return round === null
    ? `Nothing was submitted for ${id}`
    : `${id} is at round ${round} now, tree ${String(tree).slice(0, 12)}`;
}

function thenText(round: number | null): string {
  return round === null ? "nothing was submitted when it was shown" : `round ${round} was shown`;
}
