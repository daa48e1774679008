import { defineCommand } from "../../command/define-command.ts";
import { GATE_OPTIONS, reviewLocalWork } from "../../gate/gate-command.ts";
import { GateReport } from "../../gate/gate-report.ts";

/** Judges local work by programs alone, without an engine. */
export const gateCheck = defineCommand({
  usage: "check",
  examples: [
    "countersign gate --base origin/main --format github",
    "countersign gate --staged --fail-on warning",
  ],
  options: GATE_OPTIONS,
  output: { "gate.check": GateReport },
  run: async (context, { options }) =>
    await reviewLocalWork(context, { schema: "gate.check", asks: "checks", options }),
});
