import type { TaskView } from "@countersign/api";
import { CountersignError } from "@countersign/core";
import { z } from "zod";
import { outcomeText, wouldDo } from "../client/decide.ts";
import { findTask } from "../client/find-task.ts";
import { openSession, type Session } from "../client/open-session.ts";
import { requirePerson } from "../client/require-person.ts";
import type { CommandContext, Run } from "../context.ts";
import { readOptions } from "../given.ts";
import { display } from "../output/display.ts";
import { exitCodeOf, type Failure, failureOf } from "../output/failure.ts";
import type { Result } from "../output/result.ts";
import type { Style } from "../output/style.ts";
import { summaryLine } from "../views/task-text.ts";

const Options = z.object({
  round: z.coerce.number().int().min(1).optional(),
  tree: z.string().optional(),
  requirement: z.string().optional(),
});
type Options = z.infer<typeof Options>;

type Outcome =
  | { task: string; outcome: "approved"; after: TaskView }
  | { task: string; outcome: "refused"; error: Failure };

/** Approves one task after another; each stands for itself, and each is reported. */
export const approve: Run = async (context, given) => {
  const options = readOptions(given, Options);
  const session = await openSession(context);
  const [first = "", ...more] = given.args;
  if (more.length === 0) {
    const task = await findTask(context, session, first);
    if (context.dryRun) return wouldDo("approve", task);
    requirePerson(context, session);
    return resultOf([await approveOne(context, session, task, options)]);
  }
  requireOneContent(options);
  if (!context.dryRun) requirePerson(context, session);
  return resultOf(await approveEach(context, session, given.args, options));
};

/** Places of the inbox are looked up before the first approval moves them. */
async function approveEach(
  context: CommandContext,
  session: Session,
  words: readonly string[],
  options: Options,
): Promise<Outcome[]> {
  const found = await Promise.all(
    words.map(async (word) => ({
      word,
      task: await findTask(context, session, word).catch(failureOf),
    })),
  );
  const outcomes: Outcome[] = [];
  for (const { word, task } of found) {
    if ("code" in task) outcomes.push({ task: word, outcome: "refused", error: task });
    else if (context.dryRun) context.say((style) => `Would approve  ${summaryLine(task, style)}`);
    else {
      const outcome = approveOne(context, session, task, options).catch(
        (error: unknown): Outcome => ({
          task: task.id,
          outcome: "refused",
          error: failureOf(error),
        }),
      );
      outcomes.push(await outcome);
    }
  }
  return outcomes;
}

/** What is sent is the round and tree of the summary that was just shown, whatever is there by now. */
async function approveOne(
  { say }: CommandContext,
  { client }: Session,
  task: TaskView,
  { round, tree, requirement }: Options,
): Promise<Outcome> {
  if (task.round === null) {
    throw new CountersignError("wrong_state", `Nothing was handed in for ${task.id} yet`);
  }
  say((style) => summaryLine(task, style));
  const body = {
    round: round ?? task.round.number,
    tree: tree ?? task.round.content.tree,
    ...(requirement === undefined ? {} : { requirement }),
  };
  await client.approve({ task: task.id, body });
  return { task: task.id, outcome: "approved", after: await client.showTask({ task: task.id }) };
}

function requireOneContent({ round, tree, requirement }: Options): void {
  if (round === undefined && tree === undefined && requirement === undefined) return;
  throw new CountersignError("invalid_input", "--round, --tree and --requirement are for one task");
}

function resultOf(outcomes: readonly Outcome[]): Result {
  const codes = outcomes.map((one) => (one.outcome === "refused" ? exitCodeOf(one.error) : 0));
  return {
    schema: "task.approve",
    data: outcomes.map((one) =>
      one.outcome === "approved"
        ? { task: one.task, outcome: one.outcome, state: one.after.state, grace: one.after.grace }
        : one,
    ),
    text: (style) => outcomes.map((one) => outcomeLine(one, style)).join("\n"),
    plain: outcomes.map((one) => [
      one.task,
      one.outcome,
      one.outcome === "approved" ? one.after.state : one.error.code,
    ]),
    exitCode: Math.max(0, ...codes),
  };
}

function outcomeLine(outcome: Outcome, style: Style): string {
  if (outcome.outcome === "approved") {
    return `${style.paint("good", "approved")} ${outcome.task}${outcomeText(outcome.after)}`;
  }
  return `${style.paint("bad", "refused")} ${display(outcome.task)}: ${display(outcome.error.message)}`;
}
