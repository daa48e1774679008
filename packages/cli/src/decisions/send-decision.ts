import { type Answer, hasTurnHolder, type Shown, type TaskView, toShown } from "@countersign/api";
import { type CliSession, openSession } from "../client/open-session.ts";
import { requirePersonAtTerminal } from "../client/require-person.ts";
import type { CommandContext } from "../command/context.ts";
import type { Result } from "../output/result.ts";
import { displayTurn } from "../output/words.ts";
import { wouldDo } from "../output/would-do.ts";
import type { FoundTask } from "../shown/content-to-decide.ts";
import { rememberTask, shownTask } from "../shown/shown-memory.ts";
import { summaryLine } from "../views/task-text.ts";
import { findShown } from "./find-task.ts";

export type Decide = {
  /** The verb of the schema, and what is said: `reject`, `rejected`. */
  verb: string;
  done: string;
  /** Left out: `task.` and the verb. */
  schema?: string;
  word: string;
  /** Refuses what cannot be meant, also before a dry run. */
  check?: (task: TaskView) => void;
  /** What the decision is about; left out: what the person was shown last, else what is printed now. */
  content?: (found: FoundTask) => Promise<Shown>;
  send: (session: CliSession, task: TaskView, shown: Shown) => Promise<Answer>;
};

/** One person's decision on one task: find it, say what it is about, send it, say what came of it. */
export async function sendDecision(
  context: CommandContext,
  { verb, done, schema = `task.${verb}`, word, check, content = lastShown, send }: Decide,
): Promise<Result> {
  const session = await openSession(context);
  const found = await findShown(context, session, word);
  const { view: task } = found;
  check?.(task);
  if (context.dryRun) return wouldDoTask(verb, task);
  requirePersonAtTerminal(context, session);
  context.say((style) => summaryLine(task, style));
  const shown = await content(found);
  const answer = await send(session, task, shown);
  await rememberTask(context, session, task.id, { ...shownTask(task), ...shown });
  const after = await session.client.showTask({ task: task.id });
  return {
    schema,
    data: { ...answer, grace: after.grace },
    text: (style) => `${style.paint("good", done)} ${task.id}${decisionOutcomeText(after)}`,
    plain: [[task.id, done, after.state]],
  };
}

/** What the person was shown last, which the engine refuses if it is no longer there. */
export async function lastShown({ view, shown }: FoundTask): Promise<Shown> {
  const { round, tree } = shown ?? toShown(view);
  return { round, tree };
}

export function wouldDoTask(verb: string, task: TaskView): Result {
  const about = { task: task.id, round: task.round?.number ?? null };
  return wouldDo(verb, about, (style) => `Would ${verb}  ${summaryLine(task, style)}`);
}

/** Returns the new state and turn of a task, and how long the decision can be undone. */
export function decisionOutcomeText({ state, turn, grace, id }: TaskView): string {
  const place = hasTurnHolder(turn)
    ? `now ${state}, turn: ${displayTurn(turn, null)}`
    : `now ${state}`;
  if (grace === null) return `; ${place}`;
  const seconds = Math.max(0, Math.ceil((grace.untilMs - Date.now()) / 1_000));
  return `; ${place}; within ${seconds} s: countersign undo ${id}`;
}
