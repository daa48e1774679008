import type { Run } from "../../context.ts";
import { disposeEach } from "../../decisions/dispose-each.ts";

export const findingReopen: Run = async (context, given) =>
  await disposeEach(context, given.args, {
    verb: "reopen",
    done: "reopened",
    as: async () => ({ is: "open" }),
    byPerson: true,
  });
