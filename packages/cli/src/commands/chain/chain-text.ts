import type { ChainStep, TaskView } from "@countersign/api";
import { columns } from "../../output/columns.ts";
import { display, displayShort } from "../../output/display.ts";
import type { Style } from "../../output/style.ts";

const SIGNS = {
  satisfied: ["good", "done"],
  objected: ["bad", "objected"],
  no_result: ["warn", "no result"],
  waiting: ["warn", "waiting"],
  later: ["faint", "later"],
  skipped: ["faint", "skipped"],
  unknown: ["faint", "-"],
} as const;

export function chainText(task: TaskView, steps: readonly ChainStep[], style: Style): string {
  const head = `${style.paint("strong", task.id)}  ${displayShort(task.title, Math.max(20, style.width - task.id.length - 2), style)}`;
  if (steps.length === 0)
    return `${head}\n\nNo chain yet: it is made when work was submitted and read.`;
  const rows = steps.map(({ layer, status, who, verdicts, because, noResult }, index) => {
    const [paint, sign] = SIGNS[noResult ? "no_result" : status];
    const said = verdicts.map(({ by, opinion }) => `${display(by)}: ${opinion}`).join(", ");
    return [
      `  ${index + 1}`,
      display(layer),
      style.paint(paint, sign),
      who.map((name) => display(name)).join(", ") || "-",
      said === "" && because !== null
        ? style.paint("faint", displayShort(because, 60, style))
        : said,
    ];
  });
  return `${head}\n\n${columns(rows)}`;
}
