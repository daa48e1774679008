import { panelOf } from "../panels/panel-machine.ts";
import type { Model } from "../store/model.ts";
import { head, panel } from "../terminal/box.ts";
import { cell, type Row, row, span } from "../terminal/row.ts";
import { choicesOf } from "./choices.ts";

/** A few ways to go on, of which one is chosen. */
export function choiceRows(model: Model, height: number): Row[] {
  const { columns } = model.size;
  const isMode = panelOf(model.panels) === "mode";
  const task = model.review.current ?? "";
  const title = model.data.lines.get(task)?.title ?? "";
  return panel({
    width: columns,
    height,
    head: head(
      row(span(isMode ? "REVIEW MODE" : "LATER", "strong")),
      row(`[${task}]`),
      columns - 2,
    ),
    body: [
      [],
      row(`  Task: ${title}`),
      [],
      ...choicesOf(model).map(([name, about], index) => {
        const isHere = index === model.choice;
        return row(
          isHere ? " > " : "   ",
          cell(name, 12, isHere ? "selected" : "plain"),
          ` ${about}`,
        );
      }),
    ],
    foot: [
      row(
        "  ",
        span("[j/k]", "key"),
        " move   ",
        span("[Enter]", "key"),
        " choose   ",
        span("[Esc]", "key"),
        " Cancel",
      ),
    ],
  });
}
