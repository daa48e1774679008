import { columns } from "../../output/columns.ts";
import { display } from "../../output/display.ts";
import type { Style } from "../../output/style.ts";

/** One line of a plan: what is done, to what, and what there is to say about it. */
export type PlanStep = { what: string; detail: string; says: string };

/** What will be done, one step per line. */
export function stepsText(steps: readonly PlanStep[], style: Style): string {
  const rows = steps.map(({ what, detail, says }) => [what, display(detail), display(says)]);
  const lines = columns(rows).split("\n");
  return lines
    .map((line, index) => (isQuiet(steps[index]) ? style.paint("faint", line) : line))
    .join("\n");
}

function isQuiet(step: PlanStep | undefined): boolean {
  return step?.what === "keep" || step?.what === "leave";
}
