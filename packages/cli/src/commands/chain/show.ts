import { chainContext, chainSteps, GOING_ON, RequirementStatus } from "@countersign/api";
import { z } from "zod";
import { type CliSession, openSession } from "../../client/open-session.ts";
import { repositoryHere } from "../../client/repository-here.ts";
import type { CommandContext } from "../../command/context.ts";
import { defineCommand } from "../../command/define-command.ts";
import { flag } from "../../command/options.ts";
import { findTaskByWord } from "../../decisions/find-task.ts";
import type { Result } from "../../output/result.ts";
import { chainText } from "./chain-text.ts";

const MOST = 50;

const ChainStep = z.object({
  layer: z.string(),
  status: z.enum([...RequirementStatus.options, "skipped", "unknown"]),
  who: z.array(z.string()),
  verdicts: z.array(z.object({ by: z.string(), opinion: z.string() })),
  because: z.string().nullable(),
  noResult: z.boolean(),
});

export const chainShow = defineCommand({
  usage: "show [id]",
  examples: ["countersign chain show cs-ab12", "countersign chain show --context"],
  options: {
    context: flag(
      "--context",
      "print context for an agent's prompt: this task, or all tasks in review here",
    ),
  },
  takes: "task",
  output: {
    "chain.show": z.array(ChainStep),
    "chain.context": z.object({ text: z.string() }),
  },
  async run(context, { args, options }) {
    const session = await openSession(context);
    const { id: word } = args;
    if (options.context) return await contextOf(context, session, word);
    const task = await findTaskByWord(context, session, word ?? ".");
    const steps = task.round === null ? [] : chainSteps(task.round);
    return {
      schema: "chain.show",
      data: steps,
      plain: steps.map(({ layer, status, who }) => [layer, status, who.join(",")]),
      text: (style) => chainText(task, steps, style),
    };
  },
});

/** For the prompt of an agent that gives work to others: one task, or all that are in review here. */
async function contextOf(
  context: CommandContext,
  session: CliSession,
  word: string | undefined,
): Promise<Result> {
  const { client } = session;
  const tasks =
    word === undefined
      ? (
          await client.listTasks({
            state: [...GOING_ON],
            repo: (await repositoryHere(context, session)).id,
            order: "oldest",
            limit: MOST,
          })
        ).items.map(({ task }) => task)
      : [(await findTaskByWord(context, session, word)).id];
  const views = await Promise.all(tasks.map((task) => client.showTask({ task })));
  const text = chainContext(views);
  return { schema: "chain.context", data: { text }, text: () => text.trimEnd() };
}
