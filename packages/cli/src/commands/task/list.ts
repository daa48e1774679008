import { State, TaskLine, TurnHolder } from "@countersign/api";
import { z } from "zod";
import { myName } from "../../client/me.ts";
import { openSession } from "../../client/open-session.ts";
import { repositoryHere } from "../../client/repository-here.ts";
import { defineCommand } from "../../command/define-command.ts";
import { flag, option, text } from "../../command/options.ts";
import { taskLinesPlain, taskLinesText } from "../../views/task-lines.ts";

export const taskList = defineCommand({
  usage: "list",
  examples: ["countersign task list", "countersign task list --state reviewing,held"],
  options: {
    state: option(
      "--state <states>",
      z
        .string()
        .transform((text) => text.split(","))
        .pipe(z.array(State))
        .optional(),
      "only these states, comma-separated",
    ),
    turn: option(
      "--turn <holder>",
      TurnHolder.optional(),
      `only tasks with this turn: ${TurnHolder.options.join(", ")}`,
    ),
    who: text("--who <name>", "only tasks waiting for this person or agent"),
    priority: option("--priority <p>", z.enum(["P0", "P1", "P2"]).optional(), "P0, P1 or P2"),
    here: flag("--here", "only tasks of this repository"),
    limit: option(
      "--limit <n>",
      z.coerce.number().int().min(1).max(500).optional(),
      "maximum number of results",
    ),
    after: text("--after <cursor>", "start after this cursor, which the previous page printed"),
  },

  output: {
    "task.list": z.array(TaskLine),
  },
  async run(context, { options }) {
    const { here, ...query } = options;
    const session = await openSession(context);
    const repo = here === true ? (await repositoryHere(context, session)).id : undefined;
    const [me, found] = await Promise.all([
      myName(session),
      session.client.listTasks({ ...query, repo }),
    ]);
    return {
      schema: "task.list",
      data: found.items,
      next: found.next,
      plain: taskLinesPlain(found.items),
      text(style) {
        if (found.items.length === 0) return "No such tasks.";
        const table = taskLinesText(found.items, style, { me });
        return found.next === null
          ? table
          : `${table}\nMore: countersign task list --after ${found.next}`;
      },
    };
  },
});
