import { z } from "zod";
import { defineCommand } from "../../command/define-command.ts";
import { option } from "../../command/options.ts";
import { GATE_OPTIONS, reviewLocalWork } from "../../gate/gate-command.ts";
import { GateReport } from "../../gate/gate-report.ts";

/** Reviews local work by programs and agents, without an engine. */
export const reviewRun = defineCommand({
  usage: "run",
  examples: [
    "countersign review run --base main",
    "countersign review run --staged --reviewer security",
  ],
  options: {
    ...GATE_OPTIONS,
    reviewer: option(
      "--reviewer <name...>",
      z.array(z.string().min(1)).min(1).optional(),
      "only these reviewers",
    ),
  },
  output: { "review.run": GateReport },
  run: async (context, { options }) =>
    await reviewLocalWork(context, {
      schema: "review.run",
      asks: "everybody",
      options,
      only: options.reviewer,
    }),
});
