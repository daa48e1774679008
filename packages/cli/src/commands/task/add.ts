import { CountersignError } from "@countersign/core";
import { z } from "zod";
import { authorSession } from "../../client/author-session.ts";
import { repositoryHere } from "../../client/repository-here.ts";
import type { CommandContext, Run } from "../../context.ts";
import { argument, readOptions } from "../../given.ts";
import { display } from "../../output/display.ts";
import { wouldDo } from "../../output/would-do.ts";
import { readTextOption } from "../../terminal/read-text.ts";

const Options = z.object({
  id: z.string().optional(),
  type: z.string().optional(),
  department: z.string().optional(),
  priority: z.enum(["P0", "P1", "P2"]).optional(),
  label: z.array(z.string()).optional(),
  assignee: z.string().optional(),
  description: z.string().optional(),
  accept: z.array(z.string()).default([]),
});

export const taskAdd: Run = async (context, given) => {
  const { label: labels, description, accept, ...options } = readOptions(given, Options);
  const specification = await readSpecification(context, { description, accept });
  const session = await authorSession(context, undefined, "planner");
  const { id: repo } = await repositoryHere(context, session);
  const body = { ...options, ...specification, labels, title: argument(given), repo };
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

/** An item of a list, with or without a box. */
const ITEM = /^[-*+][ \t]+(?:\[[ xX]\][ \t]+)?/;

/** A criterion as it is written; of a file or stdin, each line that is not empty. */
async function readSpecification(
  { directory }: CommandContext,
  { description, accept }: { description?: string | undefined; accept: readonly string[] },
) {
  if ([description, ...accept].filter((one) => one === "-").length > 1)
    throw new CountersignError("invalid_input", "Only one option can read stdin");
  const criteria: string[] = [];
  for (const one of accept) {
    const isSource = one === "-" || one.startsWith("@");
    const text = await readTextOption(one, directory);
    criteria.push(
      ...(isSource ? text.split("\n").map((line) => line.trim().replace(ITEM, "")) : [text]),
    );
  }
  const acceptance = criteria.filter((criterion) => criterion.trim() !== "");
  return {
    ...(description !== undefined && { description: await readTextOption(description, directory) }),
    ...(acceptance.length > 0 && { acceptance }),
  };
}
