import { defineCommand } from "../../command/define-command.ts";
import { duration } from "../../command/duration.ts";
import { option, text } from "../../command/options.ts";
import { disposeEach } from "../../decisions/dispose-each.ts";
import { findingsDisposed } from "../../output-schemas/outcomes.ts";
import { promptOnce, promptText } from "../../terminal/prompts.ts";

/** It does not come back in this repository until the time is over or the code changes. */
export const findingDismiss = defineCommand({
  usage: "dismiss <findings...>",
  examples: [
    "countersign finding dismiss F-3 --reason 'generated code'",
    "countersign finding dismiss cs-ab12/F-3 @1/F-4 --reason known --for 30d",
  ],
  options: {
    reason: text("--reason <text>", "the reason; prompted for in a terminal"),
    for: option(
      "--for <time>",
      duration("30d").optional(),
      "how long the dismissal lasts, such as 30d",
    ),
  },
  takes: "finding",
  output: {
    "finding.dismiss": findingsDisposed("dismissed"),
  },
  async run(context, { args, options }) {
    const question = { option: "--reason", question: "Why does it not matter?" };
    const until = options.for === undefined ? {} : { untilMs: Date.now() + options.for };
    return await disposeEach(context, args.findings, {
      verb: "dismiss",
      done: "dismissed",
      as: promptOnce(async () => ({
        is: "dismissed",
        reason: await promptText(context, options.reason, question),
        ...until,
      })),
      byPerson: true,
    });
  },
});
