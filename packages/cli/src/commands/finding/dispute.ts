import { defineCommand } from "../../command/define-command.ts";
import { text } from "../../command/options.ts";
import { disposeEach } from "../../decisions/dispose-each.ts";
import { findingsDisposed } from "../../output-schemas/outcomes.ts";
import { promptOnce, promptText } from "../../terminal/prompts.ts";
import { textOrStdin } from "../../terminal/read-text.ts";

/** It still counts; the reviewers read why it is contested. */
export const findingDispute = defineCommand({
  usage: "dispute <findings...>",
  examples: [
    "countersign finding dispute F-3 --reason 'the lock is held by the caller'",
    "countersign finding dispute F-3 --reason - < answer.txt",
  ],
  options: {
    reason: text("--reason <text>", "why it is wrong; - reads stdin"),
  },
  takes: "finding",
  output: {
    "finding.dispute": findingsDisposed("disputed"),
  },
  async run(context, { args, options }) {
    const { reason } = options;
    const question = { option: "--reason", question: "Why is it wrong?" };
    return await disposeEach(context, args.findings, {
      verb: "dispute",
      done: "disputed",
      as: promptOnce(async () => {
        const said = reason === undefined ? undefined : await textOrStdin(reason);
        return { is: "disputed", note: await promptText(context, said, question) };
      }),
      byPerson: false,
    });
  },
});
