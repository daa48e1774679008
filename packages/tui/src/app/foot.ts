import type { InputLine, Model } from "../model/model.ts";
import { frontPanel } from "../model/panel-state.ts";
import { row, type ScreenRow, span } from "../terminal/row.ts";
import { fieldRow } from "../terminal/text-box.ts";
import { pendingRow } from "../widgets/status-bar.ts";

const PROMPTS: Readonly<Record<InputLine["is"], string>> = {
  filter: "/",
  command: ":",
  comment: "Comment: ",
  remark: "Comment on the task: ",
  dismiss: "Why is it dismissed? ",
  export: "Export to: ",
  override: "Why go past the gate? ",
};

/** Returns the prompt of an input line. */
export function inputLinePrompt(is: InputLine["is"]): string {
  return PROMPTS[is];
}

/** Draws the last row: the input line, a notice, or a decision that can still be undone. */
export function footRow(model: Model): ScreenRow | null {
  if (model.line !== null) {
    const prompt = PROMPTS[model.line.is];
    return [
      span(` ${prompt}`, "strong"),
      ...fieldRow(model.line.field, model.size.columns - prompt.length - 2),
    ];
  }
  if (model.notice !== null) return row(span(` ${model.notice.text}`, model.notice.paint));
  const isBoard = frontPanel(model) === "board";
  return !isBoard && hasUndoable(model) ? pendingRow(model, model.size.columns) : null;
}

/** Returns whether a decision of this session can still be undone. */
function hasUndoable({ decisions, data, nowMs }: Model): boolean {
  return decisions.some(({ task }) => (data.views.get(task)?.grace?.untilMs ?? 0) > nowMs);
}
