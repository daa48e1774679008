import { Answer } from "@countersign/api";
import { CountersignError } from "@countersign/core";
import { z } from "zod";
import { authorSession } from "../../client/author-session.ts";
import { repositoryHere } from "../../client/repository-here.ts";
import type { CommandContext } from "../../command/context.ts";
import { defineCommand } from "../../command/define-command.ts";
import { option, text } from "../../command/options.ts";
import { display } from "../../output/display.ts";
import { wouldDo } from "../../output/would-do.ts";
import { readTextOption } from "../../terminal/read-text.ts";

export const taskAdd = defineCommand({
  usage: "add <title>",
  examples: [
    "countersign task add 'Fix the login'",
    "countersign task add 'Limit the rate' --description @limits.md --accept 'two calls give one 429'",
  ],
  options: {
    description: text("--description <text>", "description; @file reads a file, - reads stdin"),
    accept: option(
      "--accept <text...>",
      z.array(z.string()).default([]),
      "acceptance criterion; repeatable; @file or - reads one per line",
    ),
    id: text("--id <id>", "the task's id in your tracker"),
    type: text("--type <type>", "type of work, which selects the review chain, such as code"),
    department: text("--department <name>", "department of the author"),
    priority: option("--priority <p>", z.enum(["P0", "P1", "P2"]).optional(), "P0, P1 or P2"),
    label: option("--label <name...>", z.array(z.string()).optional(), "a label; repeatable"),
    assignee: text("--assignee <agent>", "the agent to assign it to"),
  },

  output: {
    "task.add": Answer,
  },
  async run(context, { args, options }) {
    const { label: labels, description, accept, ...fields } = options;
    const specification = await readSpecification(context, { description, accept });
    const session = await authorSession(context, undefined, "planner");
    const { id: repo } = await repositoryHere(context, session);
    const body = { ...fields, ...specification, labels, title: args.title, repo };
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
  },
});

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
