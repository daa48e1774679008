import { openSession } from "../../client/open-session.ts";
import type { Run } from "../../context.ts";
import { decideEach } from "../../decisions/decide-each.ts";

export const taskReopen: Run = async (context, given) => {
  const session = await openSession(context);
  return await decideEach(context, session, given.args, {
    verb: "reopen",
    done: "reopened",
    send: async ({ id }, body) => await session.client.reopen({ task: id, body }),
  });
};
