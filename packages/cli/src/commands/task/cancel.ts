import { z } from "zod";
import { openSession } from "../../client/open-session.ts";
import type { Run } from "../../context.ts";
import { decideEach } from "../../decisions/decide-each.ts";
import { readOptions } from "../../given.ts";
import { promptOnce, promptText } from "../../terminal/prompts.ts";

const Options = z.object({ reason: z.string().optional() });

export const taskCancel: Run = async (context, given) => {
  const options = readOptions(given, Options);
  const session = await openSession(context);
  const question = { option: "--reason", question: "Why?" };
  const askReason = promptOnce(() => promptText(context, options.reason, question));
  return await decideEach(context, session, given.args, {
    verb: "cancel",
    done: "cancelled",
    async send({ id }, shown) {
      const reason = await askReason();
      return await session.client.cancel({ task: id, body: { ...shown, reason } });
    },
  });
};
