import { z } from "zod";
import { defineCommand } from "../../command/define-command.ts";
import { duration } from "../../command/duration.ts";
import { option } from "../../command/options.ts";
import { GateReport } from "../../gate/gate-report.ts";
import { judgePushed, pushedText } from "../../git-hook/judge-pushed.ts";
import { pushedRefs } from "../../git-hook/pushed-refs.ts";
import { EXIT_CODES } from "../../runtime/exit-codes.ts";
import { textOrStdin } from "../../terminal/read-text.ts";

/** Called by git before a push, which it stops if the gate says no. */
export const gatePushed = defineCommand({
  usage: "pushed",
  examples: ["countersign gate pushed < refs.txt", "countersign gate pushed --json < refs.txt"],
  options: {
    within: option(
      "--within <time>",
      duration("10s").prefault("10s"),
      "time limit for project commands (default: 10s)",
    ),
  },

  output: {
    "gate.pushed": z.array(
      z.object({
        name: z.string(),
        is: z.enum(["passed", "stopped", "open"]),
        gate: GateReport.shape.gate.nullable(),
      }),
    ),
  },
  async run(context, { options }) {
    const mostMs = options.within;
    const judged = await judgePushed(context, pushedRefs(await textOrStdin("-")), mostMs);
    const isStopped = judged.some(({ is }) => is === "stopped");
    const text = pushedText(judged, context.style);
    if (text !== "") context.say(text);
    return {
      schema: "gate.pushed",
      data: judged.map((about) => ({
        name: about.name,
        is: about.is,
        gate: about.is === "open" ? null : about.report.gate,
      })),
      text: () => "",
      exitCode: isStopped ? EXIT_CODES.needsFixes.code : EXIT_CODES.done.code,
    };
  },
});
