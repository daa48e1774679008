import { z } from "zod";
import type { Run } from "../../context.ts";
import { decide } from "../../decisions/decide.ts";
import { argument, readOptions } from "../../given.ts";
import { contentToDecide } from "../../shown/content-to-decide.ts";
import { promptText } from "../../terminal/prompts.ts";

const Options = z.object({
  reason: z.string().optional(),
  round: z.coerce.number().int().min(1).optional(),
  tree: z.string().optional(),
});

export const override: Run = async (context, given) => {
  const options = readOptions(given, Options);
  return await decide(context, {
    verb: "override",
    done: "overridden",
    word: argument(given),
    content: async (found) => await contentToDecide(context, found, "override", options),
    async send({ client }, { id }, shown) {
      const question = { option: "--reason", question: "Why? It is recorded permanently:" };
      const reason = await promptText(context, options.reason, question);
      return await client.override({ task: id, body: { ...shown, reason } });
    },
  });
};
