import { CountersignError, closest } from "@countersign/core";
import { SCRIPTS } from "../../completion/scripts.ts";
import type { Run } from "../../context.ts";
import { argument } from "../../given.ts";

export const completion: Run = async (_context, given) => {
  const shell = argument(given);
  const script = new Map<string, string>(Object.entries(SCRIPTS)).get(shell);
  if (script === undefined) {
    const meant = closest(shell, Object.keys(SCRIPTS));
    const guess = meant === undefined ? "" : `, did you mean \`${meant}\`?`;
    throw new CountersignError("invalid_input", `There is no script for "${shell}"${guess}`, {
      hint: `The shells are: ${Object.keys(SCRIPTS).join(", ")}`,
    });
  }
  return {
    schema: "completion.show",
    data: { shell, script },
    text: () => script,
  };
};
