import { defineCommand } from "../../command/define-command.ts";
import { text } from "../../command/options.ts";
import { disposeEach } from "../../decisions/dispose-each.ts";
import { findingsDisposed } from "../../output-schemas/outcomes.ts";
import { promptOnce, promptText } from "../../terminal/prompts.ts";

export const findingDefer = defineCommand({
  usage: "defer <findings...>",
  examples: [
    "countersign finding defer F-3 --to cs-cd34",
    "countersign finding defer F-3 --to https://issues.example.com/17",
  ],
  options: {
    to: text("--to <task|url>", "the task or URL that tracks it; prompted for in a terminal"),
  },
  takes: "finding",
  output: {
    "finding.defer": findingsDisposed("deferred"),
  },
  async run(context, { args, options }) {
    const question = { option: "--to", question: "Which task or address takes it over?" };
    return await disposeEach(context, args.findings, {
      verb: "defer",
      done: "deferred",
      as: promptOnce(async () => ({
        is: "deferred",
        link: await promptText(context, options.to, question),
      })),
      byPerson: true,
    });
  },
});
