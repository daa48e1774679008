import { z } from "zod";
import type { Run } from "../../context.ts";
import { disposeEach } from "../../decisions/dispose-each.ts";
import { readOptions } from "../../given.ts";
import { promptOnce, promptText } from "../../terminal/prompts.ts";

const Options = z.object({ to: z.string().optional() });

export const findingDefer: Run = async (context, given) => {
  const options = readOptions(given, Options);
  const question = { option: "--to", question: "Which task or address takes it over?" };
  return await disposeEach(context, given.args, {
    verb: "defer",
    done: "deferred",
    as: promptOnce(async () => ({
      is: "deferred",
      link: await promptText(context, options.to, question),
    })),
    byPerson: true,
  });
};
