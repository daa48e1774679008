import { CountersignError } from "@countersign/core";
import { z } from "zod";
import type { CommandContext } from "../../command/context.ts";
import { defineCommand } from "../../command/define-command.ts";
import { type OptionValues, option, text } from "../../command/options.ts";
import { sendDecision } from "../../decisions/send-decision.ts";
import { Decided } from "../../output-schemas/outcomes.ts";
import { promptText } from "../../terminal/prompts.ts";
import { textOrStdin } from "../../terminal/read-text.ts";

const OPTIONS = {
  issue: option("--issue <text...>", z.array(z.string()).default([]), "issue to fix; repeatable"),
  message: text("--message <text>", "what to change; - reads stdin"),
  reset: option(
    "--reset <how>",
    z.enum(["keep", "fresh", "checkpoint"]).default("keep"),
    "keep, fresh (restart from the base) or checkpoint (return to the last one)",
  ),
  priority: option(
    "--priority <change>",
    z.enum(["same", "bump", "lower"]).default("same"),
    "priority of the task: same, bump or lower",
  ),
};

export const redo = defineCommand({
  usage: "redo <id>",
  examples: [
    "countersign redo @1 --issue 'Tests incomplete'",
    "git diff --stat | countersign redo cs-ab12 --message -",
  ],
  options: OPTIONS,
  takes: "task",
  output: {
    "task.redo": Decided,
  },
  async run(context, { args, options }) {
    return await sendDecision(context, {
      verb: "redo",
      done: "sent back",
      word: args.id,
      async send({ client }, { id }, shown) {
        const customFeedback = await feedback(context, options);
        const body = {
          ...shown,
          quickIssues: options.issue,
          customFeedback,
          option: options.reset,
          priority: options.priority,
        };
        return await client.redo({ task: id, body });
      },
    });
  },
});

/** A redo needs quick issues or a text that says what to do. */
async function feedback(
  context: CommandContext,
  { issue, message }: OptionValues<typeof OPTIONS>,
): Promise<string> {
  if (message !== undefined) return await textOrStdin(message);
  if (issue.length > 0) return "";
  try {
    return await promptText(context, message, {
      option: "--message",
      question: "What should the author change?",
    });
  } catch (error) {
    if (!(error instanceof CountersignError)) throw error;
    throw new CountersignError("invalid_input", "Feedback for the author is missing", {
      hint: "Add --message '<text>' or --issue '<text>'",
    });
  }
}
