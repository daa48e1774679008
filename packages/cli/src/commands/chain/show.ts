import { chainContext, chainSteps, GOING_ON } from "@countersign/api";
import { z } from "zod";
import { type CliSession, openSession } from "../../client/open-session.ts";
import { repositoryHere } from "../../client/repository-here.ts";
import type { CommandContext, Run } from "../../context.ts";
import { findTask } from "../../decisions/find-task.ts";
import { readOptions } from "../../given.ts";
import type { Result } from "../../output/result.ts";
import { chainText } from "./chain-text.ts";

const Options = z.object({ context: z.boolean().default(false) });
const MOST = 50;

export const chainShow: Run = async (context, given) => {
  const session = await openSession(context);
  const [word] = given.args;
  if (readOptions(given, Options).context) return await contextOf(context, session, word);
  const task = await findTask(context, session, word ?? ".");
  const steps = task.round === null ? [] : chainSteps(task.round);
  return {
    schema: "chain.show",
    data: steps,
    plain: steps.map(({ layer, status, who }) => [layer, status, who.join(",")]),
    text: (style) => chainText(task, steps, style),
  };
};

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
      : [(await findTask(context, session, word)).id];
  const views = await Promise.all(tasks.map((task) => client.showTask({ task })));
  const text = chainContext(views);
  return { schema: "chain.context", data: { text }, text: () => text.trimEnd() };
}
