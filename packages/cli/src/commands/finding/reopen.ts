import { defineCommand } from "../../command/define-command.ts";
import { disposeEach } from "../../decisions/dispose-each.ts";
import { findingsDisposed } from "../../output-schemas/outcomes.ts";

export const findingReopen = defineCommand({
  usage: "reopen <findings...>",
  examples: ["countersign finding reopen F-3", "countersign finding reopen cs-ab12/F-3 --dry-run"],

  takes: "finding",
  output: {
    "finding.reopen": findingsDisposed("reopened"),
  },
  async run(context, { args }) {
    return await disposeEach(context, args.findings, {
      verb: "reopen",
      done: "reopened",
      as: async () => ({ is: "open" }),
      byPerson: true,
    });
  },
});
