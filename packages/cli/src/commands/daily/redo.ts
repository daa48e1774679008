import { CountersignError } from "@countersign/core";
import { z } from "zod";
import type { CommandContext, Run } from "../../context.ts";
import { decide } from "../../decisions/decide.ts";
import { argument, readOptions, textOrStdin } from "../../given.ts";
import { promptText } from "../../terminal/prompts.ts";

const Options = z.object({
  issue: z.array(z.string()).default([]),
  message: z.string().optional(),
  reset: z.enum(["keep", "fresh", "checkpoint"]).default("keep"),
  priority: z.enum(["same", "bump", "lower"]).default("same"),
});

export const redo: Run = async (context, given) => {
  const options = readOptions(given, Options);
  return await decide(context, {
    verb: "redo",
    done: "sent back",
    word: argument(given),
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
};

/** Quick issues are enough; without one, somebody must say what to do. */
async function feedback(
  context: CommandContext,
  { issue, message }: z.infer<typeof Options>,
): Promise<string> {
  if (message !== undefined) return await textOrStdin(message);
  if (issue.length > 0) return "";
  try {
    return await promptText(context, message, {
      option: "--message",
      question: "What should be done?",
    });
  } catch (error) {
    if (!(error instanceof CountersignError)) throw error;
    throw new CountersignError("invalid_input", "The author must be told what to do", {
      hint: "Add --message '<text>' or --issue '<text>'",
    });
  }
}
