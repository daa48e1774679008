import { CountersignError, MAX_SPRINT_TASKS } from "@countersign/core";
import { countText } from "@countersign/review";
import { z } from "zod";
import { type CliSession, openSession } from "../../client/open-session.ts";
import { requirePerson } from "../../client/require-person.ts";
import type { CommandContext, Run } from "../../context.ts";
import { findTask } from "../../decisions/find-task.ts";
import { readOptions } from "../../given.ts";
import { wouldDo } from "../../output/would-do.ts";
import { parseSprintTarget } from "../../time/parse-sprint-target.ts";
import { sprintResult, targetText } from "./sprint-text.ts";

const Options = z.object({
  all: z.boolean().optional(),
  tasks: z.coerce.number().int().min(1).max(MAX_SPRINT_TASKS).optional(),
  until: z.string().optional(),
  pauseOnFailure: z.boolean().default(false),
});

export const sprintStart: Run = async (context, given) => {
  const { all = false, pauseOnFailure, ...wanted } = readOptions(given, Options);
  const target = parseSprintTarget(wanted, new Date());
  requireChoice(all, given.args);
  const session = await openSession(context);
  const tasks = all ? await everyOpen(session) : await named(context, session, given.args);
  const body = { tasks, target, pauseOnFailure };
  if (context.dryRun)
    return wouldDo(
      "start",
      body,
      () => `Would start a sprint of ${countText(tasks.length, "task")}, ${targetText(target)}`,
    );
  requirePerson(context, session);
  return sprintResult("sprint.start", await session.client.startSprint({ body }));
};

function requireChoice(all: boolean, args: readonly string[]): void {
  if (all !== args.length > 0) return;
  throw new CountersignError("invalid_input", "Name the tasks, or take them all with --all", {
    hint: "See them with: countersign task list --state open,rework",
  });
}

async function named(
  context: CommandContext,
  session: CliSession,
  words: readonly string[],
): Promise<string[]> {
  const found = await Promise.all(words.map((word) => findTask(context, session, word)));
  return found.map(({ id }) => id);
}

async function everyOpen({ client }: CliSession): Promise<string[]> {
  const { items, next } = await client.listTasks({
    state: ["open", "rework"],
    order: "oldest",
    limit: MAX_SPRINT_TASKS,
  });
  if (next !== null)
    throw new CountersignError(
      "invalid_input",
      `There are more than ${MAX_SPRINT_TASKS} tasks to work on`,
      {
        hint: "Name those that the sprint shall have",
      },
    );
  return items.map(({ task }) => task);
}
