import { SprintView } from "@countersign/api";
import { CountersignError, MAX_SPRINT_TASKS } from "@countersign/core";
import { countText } from "@countersign/review";
import { z } from "zod";
import { type CliSession, openSession } from "../../client/open-session.ts";
import { requirePersonAtTerminal } from "../../client/require-person.ts";
import type { CommandContext } from "../../command/context.ts";
import { defineCommand } from "../../command/define-command.ts";
import { flag, option, text } from "../../command/options.ts";
import { findTaskByWord } from "../../decisions/find-task.ts";
import { wouldDo } from "../../output/would-do.ts";
import { parseSprintTarget } from "../../time/parse-sprint-target.ts";
import { sprintResult, sprintTargetText } from "./sprint-text.ts";

export const sprintStart = defineCommand({
  usage: "start [ids...]",
  examples: [
    "countersign sprint start cs-ab12 cs-cd34 --pause-on-failure",
    "countersign sprint start --all --until 08:00",
  ],
  options: {
    all: flag("--all", "add every task that is open or sent back to its author"),
    tasks: option(
      "--tasks <n>",
      z.coerce.number().int().min(1).max(MAX_SPRINT_TASKS).optional(),
      "end after this many submitted tasks",
    ),
    until: text("--until <time>", "end time: 8h, or 08:00 local time"),
    pauseOnFailure: flag("--pause-on-failure", "pause when a task is held or rejected"),
  },
  takes: "task",
  output: {
    "sprint.start": SprintView,
  },
  async run(context, { args, options }) {
    const { all = false, pauseOnFailure, ...wanted } = options;
    const target = parseSprintTarget(wanted, new Date());
    requireChoice(all, args.ids);
    const session = await openSession(context);
    const tasks = all ? await everyOpen(session) : await named(context, session, args.ids);
    const body = { tasks, target, pauseOnFailure };
    if (context.dryRun)
      return wouldDo(
        "start",
        body,
        () =>
          `Would start a sprint of ${countText(tasks.length, "task")}, ${sprintTargetText(target)}`,
      );
    requirePersonAtTerminal(context, session);
    return sprintResult("sprint.start", await session.client.startSprint({ body }));
  },
});

function requireChoice(all: boolean, args: readonly string[]): void {
  if (all !== args.length > 0) return;
  throw new CountersignError("invalid_input", "No tasks were named", {
    hint: "Name tasks, or use --all. List them: countersign task list --state open,rework",
  });
}

async function named(
  context: CommandContext,
  session: CliSession,
  words: readonly string[],
): Promise<string[]> {
  const found = await Promise.all(words.map((word) => findTaskByWord(context, session, word)));
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
      `There are more than ${MAX_SPRINT_TASKS} open tasks`,
      {
        hint: "Name the tasks to include in the sprint",
      },
    );
  return items.map(({ task }) => task);
}
