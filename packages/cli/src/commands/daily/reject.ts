import { z } from "zod";
import type { Run } from "../../context.ts";
import { decide } from "../../decisions/decide.ts";
import { argument, readOptions } from "../../given.ts";
import { promptText } from "../../terminal/prompts.ts";

const Options = z.object({ reason: z.string().optional() });

export const reject: Run = async (context, given) => {
  const options = readOptions(given, Options);
  return await decide(context, {
    verb: "reject",
    done: "rejected",
    word: argument(given),
    async send({ client }, { id }, shown) {
      const question = { option: "--reason", question: "Why?" };
      const reason = await promptText(context, options.reason, question);
      return await client.reject({ task: id, body: { ...shown, reason } });
    },
  });
};
