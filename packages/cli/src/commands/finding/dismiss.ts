import { durationMs } from "@countersign/core";
import { z } from "zod";
import type { Run } from "../../context.ts";
import { disposeEach } from "../../decisions/dispose-each.ts";
import { readOptions } from "../../given.ts";
import { promptOnce, promptText } from "../../terminal/prompts.ts";

const Options = z.object({
  reason: z.string().optional(),
  for: z
    .string()
    .regex(/^[1-9][0-9]{0,4}(?:s|m|h|d)$/, "write a time such as 30d")
    .optional(),
});

/** It does not come back in this repository until the time is over or the code changes. */
export const findingDismiss: Run = async (context, given) => {
  const options = readOptions(given, Options);
  const question = { option: "--reason", question: "Why does it not matter?" };
  const until = options.for === undefined ? {} : { untilMs: Date.now() + durationMs(options.for) };
  return await disposeEach(context, given.args, {
    verb: "dismiss",
    done: "dismissed",
    as: promptOnce(async () => ({
      is: "dismissed",
      reason: await promptText(context, options.reason, question),
      ...until,
    })),
    byPerson: true,
  });
};
