import { durationMs } from "@countersign/core";
import { z } from "zod";
import type { Run } from "../../context.ts";
import { judgePushed, pushedText } from "../../git-hook/judge-pushed.ts";
import { pushedRefs } from "../../git-hook/pushed-refs.ts";
import { readOptions, textOrStdin } from "../../given.ts";
import { EXIT_CODES } from "../../runtime/exit-codes.ts";

const Options = z.object({
  within: z
    .string()
    .regex(/^[1-9][0-9]{0,3}[sm]$/, "a time such as 10s")
    .default("10s"),
});

/** Called by git before a push, which it stops if the gate says no. */
export const gatePushed: Run = async (context, given) => {
  const mostMs = durationMs(readOptions(given, Options).within);
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
};
