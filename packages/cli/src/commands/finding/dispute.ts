import { z } from "zod";
import type { Run } from "../../context.ts";
import { disposeEach } from "../../decisions/dispose-each.ts";
import { readOptions, textOrStdin } from "../../given.ts";
import { promptOnce, promptText } from "../../terminal/prompts.ts";

const Options = z.object({ reason: z.string().optional() });

/** It still counts; the reviewers read why it is contested. */
export const findingDispute: Run = async (context, given) => {
  const { reason } = readOptions(given, Options);
  const question = { option: "--reason", question: "Why is it wrong?" };
  return await disposeEach(context, given.args, {
    verb: "dispute",
    done: "disputed",
    as: promptOnce(async () => {
      const said = reason === undefined ? undefined : await textOrStdin(reason);
      return { is: "disputed", note: await promptText(context, said, question) };
    }),
    byPerson: false,
  });
};
