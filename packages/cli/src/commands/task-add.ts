import { z } from "zod";
import { openSession } from "../client/open-session.ts";
import { repositoryHere } from "../client/repository-here.ts";
import type { Run } from "../context.ts";
import { argument, readOptions } from "../given.ts";
import { display } from "../output/display.ts";
import { wouldDo } from "../output/would-do.ts";

const Options = z.object({
  id: z.string().optional(),
  type: z.string().optional(),
  department: z.string().optional(),
  priority: z.enum(["P0", "P1", "P2"]).optional(),
  label: z.array(z.string()).optional(),
  assignee: z.string().optional(),
});

export const taskAdd: Run = async (context, given) => {
  const { label: labels, ...options } = readOptions(given, Options);
  const session = await openSession(context);
  const { id: repo } = await repositoryHere(context, session);
  const body = { ...options, labels, title: argument(given), repo };
  if (context.dryRun) {
    const text = `Would open a task "${display(body.title)}" for ${display(repo)}`;
    return wouldDo("add", body, () => text);
  }
  const answer = await session.client.createTask({ body });
  return {
    schema: "task.add",
    data: answer,
    text: (style) => `${style.paint("good", "opened")} ${answer.task}  ${display(body.title)}`,
    plain: [[answer.task]],
  };
};
