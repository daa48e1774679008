import { State } from "@countersign/api";
import { z } from "zod";
import { myName } from "../../client/me.ts";
import { openSession } from "../../client/open-session.ts";
import { repositoryHere } from "../../client/repository-here.ts";
import type { Run } from "../../context.ts";
import { readOptions } from "../../given.ts";
import { taskLinesPlain, taskLinesText } from "../../views/task-lines.ts";

const Options = z.object({
  state: z
    .string()
    .transform((text) => text.split(","))
    .pipe(z.array(State))
    .optional(),
  turn: z.enum(["person", "agent", "reviewers", "checks", "engine", "nobody"]).optional(),
  who: z.string().optional(),
  priority: z.enum(["P0", "P1", "P2"]).optional(),
  here: z.boolean().optional(),
  limit: z.coerce.number().int().min(1).max(500).optional(),
  after: z.string().optional(),
});

export const taskList: Run = async (context, given) => {
  const { here, ...query } = readOptions(given, Options);
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
};
