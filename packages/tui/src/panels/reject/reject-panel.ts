import { EMPTY_FIELD, editField, insertText, type TextField } from "@countersign/review";
import type { Model } from "../../model/model.ts";
import { createPanelState } from "../../model/panel-state.ts";
import { type ModelStep, withoutEffects } from "../../model/step.ts";
import { definePanel } from "../../panel/define-panel.ts";
import { keysText } from "../../screen-reader/screen-text.ts";
import { canSendForm, rejectCurrent } from "../../session/decide.ts";
import { navigateWithGuard } from "../../session/review-session.ts";
import { withFormSubject } from "../../session/shown-round.ts";
import { drawPanel, panelHeader } from "../../terminal/box.ts";
import { row, type ScreenRow, span } from "../../terminal/row.ts";
import { fieldRow } from "../../terminal/text-box.ts";
import { fixedHint } from "../../widgets/key-hints.ts";

const rejectState = createPanelState<{ readonly reason: TextField }>({
  id: "reject",
  init: { reason: EMPTY_FIELD },
});

/** One line for the reason; Enter rejects with or without it. */
export const rejectPanel = definePanel({
  id: "reject",
  commands: {
    "review.reject": (model) =>
      withoutEffects(navigateWithGuard(withFormSubject(model), { type: "OPEN", panel: "reject" })),
  },
  view: rejectRows,
  speak: (model) => ({
    name: `Reject ${model.review.current ?? ""}`,
    lines: ["It ends without a merge. Write why, or leave it empty."],
    here: "",
    keys: keysText(model.keymap, [
      ["Enter", "rejects"],
      ["Escape", "cancels"],
    ]),
  }),
  form: {
    press: pressKey,
    paste: (model, text) => {
      const { reason } = rejectState.of(model);
      return rejectState.change(model, {
        reason: insertText(reason, text.replaceAll(/\s+/g, " ")),
      });
    },
    line: (model) => `Reason: ${rejectState.of(model).reason.text}`,
  },
});

function pressKey(model: Model, key: string): ModelStep {
  const { reason } = rejectState.of(model);
  if (key === "Enter")
    return canSendForm(model) ? rejectCurrent(model, reason.text) : withoutEffects(model);
  if (key === "Esc") return withoutEffects(navigateWithGuard(model, { type: "BACK" }));
  const edited = editField(reason, key, false);
  return withoutEffects(edited === null ? model : rejectState.change(model, { reason: edited }));
}

function rejectRows(model: Model, height: number): ScreenRow[] {
  const { columns } = model.size;
  const { reason } = rejectState.of(model);
  const task = model.review.current ?? "";
  const title = model.data.lines.get(task)?.title ?? "";
  return drawPanel({
    width: columns,
    height,
    head: panelHeader(row(span("REJECT", "strong")), row(`[${task}]`), columns - 2),
    body: [
      [],
      row(`  Task: ${title}`),
      [],
      row("  It ends without a merge. Why? The agent and the log keep the reason."),
      [],
      [...row("  ", span("[Reason]", "strong"), " "), ...fieldRow(reason, columns - 15)],
    ],
    foot: [row("  ", ...fixedHint("Enter", " Reject   "), ...fixedHint("Esc", " Cancel"))],
  });
}
