import { defineCommand } from "../../command/define-command.ts";
import { text } from "../../command/options.ts";
import { sendDecision } from "../../decisions/send-decision.ts";
import { Decided } from "../../output-schemas/outcomes.ts";
import { promptText } from "../../terminal/prompts.ts";

export const reject = defineCommand({
  usage: "reject <id>",
  examples: [
    "countersign reject @1 --reason 'not wanted'",
    "countersign reject . --reason duplicate",
  ],
  options: {
    reason: text("--reason <text>", "the reason; prompted for in a terminal"),
  },
  takes: "task",
  output: {
    "task.reject": Decided,
  },
  async run(context, { args, options }) {
    return await sendDecision(context, {
      verb: "reject",
      done: "rejected",
      word: args.id,
      async send({ client }, { id }, shown) {
        const question = { option: "--reason", question: "Why?" };
        const reason = await promptText(context, options.reason, question);
        return await client.reject({ task: id, body: { ...shown, reason } });
      },
    });
  },
});
