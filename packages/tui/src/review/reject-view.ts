import type { Model } from "../store/model.ts";
import { head, panel } from "../terminal/box.ts";
import { fieldRow } from "../terminal/field-row.ts";
import { type Row, row, span } from "../terminal/row.ts";

/** One line for the reason; Enter rejects with or without it. */
export function rejectRows(model: Model, height: number): Row[] {
  const { columns } = model.size;
  const task = model.review.current ?? "";
  const title = model.data.lines.get(task)?.title ?? "";
  return panel({
    width: columns,
    height,
    head: head(row(span("REJECT", "strong")), row(`[${task}]`), columns - 2),
    body: [
      [],
      row(`  Task: ${title}`),
      [],
      row("  It ends without a merge. Why? The agent and the log keep the reason."),
      [],
      [...row("  ", span("[Reason]", "strong"), " "), ...fieldRow(model.reason, columns - 15)],
    ],
    foot: [row("  ", span("[Enter]", "key"), " Reject   ", span("[Esc]", "key"), " Cancel")],
  });
}
