import { openSession } from "../../client/open-session.ts";
import { defineCommand } from "../../command/define-command.ts";
import { decideEach } from "../../decisions/decide-each.ts";
import { tasksDecided } from "../../output-schemas/outcomes.ts";

export const taskReopen = defineCommand({
  usage: "reopen <ids...>",
  examples: ["countersign task reopen cs-ab12", "countersign task reopen cs-ab12 --dry-run"],

  takes: "task",
  output: {
    "task.reopen": tasksDecided("reopened"),
  },
  async run(context, { args }) {
    const session = await openSession(context);
    return await decideEach(context, session, args.ids, {
      verb: "reopen",
      done: "reopened",
      send: async ({ id }, body) => await session.client.reopen({ task: id, body }),
    });
  },
});
