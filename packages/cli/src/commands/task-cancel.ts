import { z } from "zod";
import { askText } from "../ask.ts";
import { decideEach } from "../client/decide-each.ts";
import { openSession } from "../client/open-session.ts";
import type { Run } from "../context.ts";
import { readOptions } from "../given.ts";

const Options = z.object({ reason: z.string().optional() });

export const taskCancel: Run = async (context, given) => {
  const options = readOptions(given, Options);
  const session = await openSession(context);
  const question = { option: "--reason", question: "Why?" };
  const reason = context.dryRun ? "" : await askText(context, options.reason, question);
  return await decideEach(context, session, given.args, {
    verb: "cancel",
    done: "cancelled",
    send: async ({ id }) => await session.client.cancel({ task: id, body: { reason } }),
  });
};
