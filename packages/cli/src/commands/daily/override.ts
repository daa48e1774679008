import { z } from "zod";
import { defineCommand } from "../../command/define-command.ts";
import { option, text } from "../../command/options.ts";
import { sendDecision } from "../../decisions/send-decision.ts";
import { Decided } from "../../output-schemas/outcomes.ts";
import { contentToDecide } from "../../shown/content-to-decide.ts";
import { promptText } from "../../terminal/prompts.ts";

export const override = defineCommand({
  usage: "override <id>",
  examples: [
    "countersign override cs-ab12 --reason 'hotfix, the scanner is down'",
    "countersign override @1 --reason 'false alarm, see F-3' --dry-run",
  ],
  options: {
    reason: text("--reason <text>", "the reason; shown with the task"),
    round: option(
      "--round <n>",
      z.coerce.number().int().min(1).optional(),
      "fail unless the task is at this round",
    ),
    tree: text("--tree <id>", "the tree you reviewed; required in scripts"),
  },
  takes: "task",
  output: {
    "task.override": Decided,
  },
  async run(context, { args, options }) {
    return await sendDecision(context, {
      verb: "override",
      done: "overridden",
      word: args.id,
      content: async (found) => await contentToDecide(context, found, "override", options),
      async send({ client }, { id }, shown) {
        const question = { option: "--reason", question: "Why? It is recorded permanently:" };
        const reason = await promptText(context, options.reason, question);
        return await client.override({ task: id, body: { ...shown, reason } });
      },
    });
  },
});
