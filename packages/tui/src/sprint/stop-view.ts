import { cappedCount } from "@countersign/review";
import type { Model } from "../store/model.ts";
import { head, panel } from "../terminal/box.ts";
import { type Row, row, span } from "../terminal/row.ts";

/** Asks once more before a sprint ends. */
export function stopRows(model: Model, height: number): Row[] {
  const { columns } = model.size;
  return panel({
    width: columns,
    height,
    head: head(row(span("STOP THE SPRINT", "strong")), row(""), columns - 2),
    body: [[], ...stopWords(model)],
    foot: [row("  ", span("[Y]", "key"), " Stop   ", span("[Esc]", "key"), " Back")],
  });
}

export function stopWords({ data: { sprint } }: Model): Row[] {
  const left = sprint === null ? 0 : sprint.tasks.length - sprint.worked;
  if (left === 0) return [row("  All of its tasks are submitted.")];
  const are = left === 1 ? "1 of its tasks is" : `${cappedCount(left)} of its tasks are`;
  return [
    row(`  ${are} not submitted.`),
    row("  They stay as they are, and agents may go on with them."),
  ];
}
