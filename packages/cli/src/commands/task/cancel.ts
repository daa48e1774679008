import { openSession } from "../../client/open-session.ts";
import { defineCommand } from "../../command/define-command.ts";
import { text } from "../../command/options.ts";
import { decideEach } from "../../decisions/decide-each.ts";
import { tasksDecided } from "../../output-schemas/outcomes.ts";
import { promptOnce, promptText } from "../../terminal/prompts.ts";

export const taskCancel = defineCommand({
  usage: "cancel <ids...>",
  examples: [
    "countersign task cancel cs-ab12 --reason 'no longer needed'",
    "countersign task cancel cs-ab12 cs-cd34 --reason duplicate",
  ],
  options: {
    reason: text("--reason <text>", "the reason; prompted for in a terminal"),
  },
  takes: "task",
  output: {
    "task.cancel": tasksDecided("cancelled"),
  },
  async run(context, { args, options }) {
    const session = await openSession(context);
    const question = { option: "--reason", question: "Why?" };
    const askReason = promptOnce(() => promptText(context, options.reason, question));
    return await decideEach(context, session, args.ids, {
      verb: "cancel",
      done: "cancelled",
      async send({ id }, shown) {
        const reason = await askReason();
        return await session.client.cancel({ task: id, body: { ...shown, reason } });
      },
    });
  },
});
