import {
  editField,
  insertText,
  REDO_OPTIONS,
  REDO_PRIORITIES,
  type RedoDraft,
  type RedoField,
} from "@countersign/review";
import type { Model } from "../../model/model.ts";
import { changeDraft, taskDraft } from "../../session/drafts.ts";

const FIELDS: readonly RedoField[] = ["issues", "feedback", "option", "priority"];

/** Returns the model after a key in the form; null if the form ignores the key. */
export function typeInForm(model: Model, key: string): Model | null {
  const task = model.review.current;
  if (task === null) return null;
  const draft = taskDraft(model, task);
  if (key === "Tab") return changeDraft(model, (one) => ({ ...one, focus: fieldAfter(one, 1) }));
  if (key === "Shift+Tab")
    return changeDraft(model, (one) => ({ ...one, focus: fieldAfter(one, -1) }));
  if (draft.focus === "feedback") {
    const feedback = editField(draft.feedback, key, true);
    return feedback === null ? null : changeDraft(model, (one) => ({ ...one, feedback }));
  }
  if (/^[1-9]$/.test(key)) return toggleIssue(model, Number(key) - 1);
  return chooseWithArrows(model, draft, key);
}

export function pasteInForm(model: Model, text: string): Model {
  return changeDraft(model, (draft) => ({
    ...draft,
    focus: "feedback",
    feedback: insertText(draft.feedback, text.replaceAll(/\r\n?/g, "\n")),
  }));
}

function fieldAfter({ focus }: RedoDraft, by: -1 | 1): RedoField {
  const at = FIELDS.indexOf(focus) + by + FIELDS.length;
  return FIELDS[at % FIELDS.length] ?? "issues";
}

function toggleIssue(model: Model, at: number): Model {
  const issue = model.quickIssues[at];
  if (issue === undefined) return model;
  return changeDraft(model, (draft) => ({
    ...draft,
    issues: draft.issues.includes(issue)
      ? draft.issues.filter((one) => one !== issue)
      : [...draft.issues, issue],
  }));
}

const STEPS: Readonly<Record<string, -1 | 1>> = {
  j: 1,
  k: -1,
  Down: 1,
  Up: -1,
  l: 1,
  h: -1,
  Right: 1,
  Left: -1,
  Space: 1,
};

function chooseWithArrows(model: Model, { focus }: RedoDraft, key: string): Model | null {
  const by = STEPS[key];
  if (by === undefined || focus === "issues") return null;
  return changeDraft(model, (draft) =>
    focus === "option"
      ? { ...draft, option: neighbour(REDO_OPTIONS, draft.option, by) }
      : { ...draft, priority: neighbour(REDO_PRIORITIES, draft.priority, by) },
  );
}

function neighbour<Value>(values: readonly Value[], value: Value, by: -1 | 1): Value {
  return values[(values.indexOf(value) + by + values.length) % values.length] ?? value;
}
