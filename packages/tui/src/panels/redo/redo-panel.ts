import { REDO_OPTIONS, REDO_PRIORITIES, type RedoDraft } from "@countersign/review";
import type { Model } from "../../model/model.ts";
import { createPanelState } from "../../model/panel-state.ts";
import { type ModelStep, withEffect, withoutEffects } from "../../model/step.ts";
import { definePanel } from "../../panel/define-panel.ts";
import { keysText, type PanelText } from "../../screen-reader/screen-text.ts";
import { canSendForm, redoCurrent } from "../../session/decide.ts";
import { taskDraft } from "../../session/drafts.ts";
import { navigateWithGuard } from "../../session/review-session.ts";
import { withFormSubject } from "../../session/shown-round.ts";
import { pasteInForm, typeInForm } from "./redo-form.ts";
import { redoRows } from "./redo-view.ts";

/** Whether the preview replaces the form on a narrow screen. */
const redoState = createPanelState<{ readonly isPreview: boolean }>({
  id: "redo",
  init: { isPreview: false },
});

const OPTION_WORDS: Readonly<Record<RedoDraft["option"], string>> = {
  keep: "keep current changes",
  fresh: "reset to before this task",
  checkpoint: "reset to checkpoint",
};

/** The form for feedback to the agent. */
export const redoPanel = definePanel({
  id: "redo",
  commands: {
    "review.redo": (model) =>
      withoutEffects(navigateWithGuard(withFormSubject(model), { type: "OPEN", panel: "redo" })),
  },
  view: (model, height) => redoRows(model, height, redoState.of(model).isPreview),
  speak: redoText,
  form: { press: pressKey, paste: pasteInForm, line: feedbackLine },
});

function pressKey(model: Model, key: string): ModelStep {
  if (key === "Enter") return canSendForm(model) ? redoCurrent(model) : withoutEffects(model);
  if (key === "Esc") return withoutEffects(navigateWithGuard(model, { type: "BACK" }));
  if (key === "Ctrl+O")
    return withoutEffects(redoState.change(model, { isPreview: !redoState.of(model).isPreview }));
  const task = model.review.current;
  if (key === "Ctrl+E" && task !== null)
    return withEffect(model, { type: "edit_text", text: taskDraft(model, task).feedback.text });
  return withoutEffects(typeInForm(model, key) ?? model);
}

/** Returns the last line of the feedback field. */
function feedbackLine(model: Model): string | null {
  const { focus, feedback } = taskDraft(model, model.review.current ?? "");
  return focus === "feedback" ? `Feedback: ${feedback.text.split("\n").at(-1) ?? ""}` : null;
}

function redoText(model: Model): PanelText {
  const task = model.review.current ?? "";
  const draft = taskDraft(model, task);
  const { comments, findings } = draft;
  return {
    name: `Redo of ${task}`,
    lines:
      comments.length + findings.length === 0
        ? []
        : [`Attached: ${comments.length} comments, ${findings.length} findings.`],
    here: fieldText(model, draft),
    keys: keysText(model.keymap, [
      ["Tab", "next field"],
      ["Enter", "sends"],
      ["Control J", "new line"],
      ["Escape", "cancels"],
    ]),
  };
}

function fieldText({ quickIssues }: Model, draft: RedoDraft): string {
  const { focus, issues, option, priority } = draft;
  if (focus === "feedback") return "Field: feedback, a text.";
  if (focus === "option")
    return `Field: redo option, ${REDO_OPTIONS.indexOf(option) + 1} of ${REDO_OPTIONS.length}: ${OPTION_WORDS[option]}. j and k change it.`;
  if (focus === "priority")
    return `Field: priority after it, ${REDO_PRIORITIES.indexOf(priority) + 1} of ${REDO_PRIORITIES.length}: ${priority}. j and k change it.`;
  const words = quickIssues.map(
    (issue, index) => `${index + 1} ${issue}, ${issues.includes(issue) ? "chosen" : "not chosen"}`,
  );
  return `Field: quick issues by number. ${words.join("; ")}.`;
}
