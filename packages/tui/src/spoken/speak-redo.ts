import { REDO_OPTIONS, REDO_PRIORITIES, type RedoDraft } from "@countersign/review";
import { draftOf } from "../redo/redo-form.ts";
import type { Model } from "../store/model.ts";

const OPTION_WORDS: Readonly<Record<RedoDraft["option"], string>> = {
  keep: "keep current changes",
  fresh: "reset to before this task",
  checkpoint: "reset to checkpoint",
};

/** The form, one field at a time. */
export function speakRedo(model: Model) {
  const task = model.review.current ?? "";
  const draft = draftOf(model, task);
  const { comments, findings } = draft;
  return {
    name: `Redo of ${task}`,
    lines:
      comments.length + findings.length === 0
        ? []
        : [`Attached: ${comments.length} comments, ${findings.length} findings.`],
    here: fieldWords(model, draft),
    keys: "Keys: Tab next field, Enter sends, Control J new line, Escape cancels.",
  };
}

function fieldWords({ quickIssues }: Model, draft: RedoDraft): string {
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
