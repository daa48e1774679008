import type { PanelId } from "@countersign/review";
import { panelOf } from "../panels/panel-machine.ts";
import type { Model } from "../store/model.ts";
import { bodyHeight, head, panel } from "../terminal/box.ts";
import { cell, type Row, row, span } from "../terminal/row.ts";
import { choicesOf } from "./choices.ts";

/** A few ways to go on, of which one is chosen. */
export function choiceRows(model: Model, height: number): Row[] {
  const { columns } = model.size;
  const panelName = panelOf(model.panels);
  const choices = choicesOf(model);
  const foot = [footRow()];
  const shown = Math.max(1, bodyHeight({ height, foot }) - ABOVE);
  const first = Math.max(0, Math.min(model.choice - shown + 1, choices.length - shown));
  const task = model.review.current ?? "";
  const title = model.data.lines.get(task)?.title ?? "";
  return panel({
    width: columns,
    height,
    head: head(row(span(NAMES[panelName] ?? "", "strong")), row(`[${task}]`), columns - 2),
    body: [
      [],
      row(`  Task: ${title}`),
      [],
      ...choices.slice(first, first + shown).map(([name, about], index) => {
        const isHere = first + index === model.choice;
        return row(
          isHere ? " > " : "   ",
          cell(name, 12, isHere ? "selected" : "plain"),
          ` ${about}`,
        );
      }),
    ],
    foot,
  });
}

const ABOVE = 3;
const NAMES: Readonly<Partial<Record<PanelId, string>>> = {
  mode: "REVIEW MODE",
  later: "LATER",
  release: "RELEASE",
  rounds: "ROUNDS",
};

function footRow(): Row {
  return row(
    "  ",
    span("[j/k]", "key"),
    " move   ",
    span("[Enter]", "key"),
    " choose   ",
    span("[Esc]", "key"),
    " Cancel",
  );
}
