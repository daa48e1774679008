import {
  createField,
  EMPTY_DRAFT,
  firstKey,
  isDraftRecorded,
  type RedoDraft,
} from "@countersign/review";
import type { Model } from "../model/model.ts";
import { showNotice } from "../model/step.ts";

/** Returns the unsent feedback of a task. A draft that was sent from another surface counts as none. */
export function taskDraft(
  { drafts, data }: Pick<Model, "drafts" | "data">,
  task: string,
): RedoDraft {
  const draft = drafts.get(task) ?? EMPTY_DRAFT;
  const view = data.views.get(task);
  if (draft === EMPTY_DRAFT || view === undefined || data.me === null) return draft;
  return isDraftRecorded(draft, view, data.me) ? EMPTY_DRAFT : draft;
}

/** Changes the feedback of the current task. */
export function changeDraft(model: Model, change: (draft: RedoDraft) => RedoDraft): Model {
  const task = model.review.current;
  if (task === null) return model;
  const draft = change(taskDraft(model, task));
  return { ...model, drafts: new Map([...model.drafts, [task, draft]]) };
}

/** Appends a comment on the whole task to its feedback. */
export function commentOnTask(model: Model, text: string): Model {
  if (text === "") return model;
  const next = changeDraft(model, (draft) => {
    const before = draft.feedback.text.trimEnd();
    return { ...draft, feedback: createField(before === "" ? text : `${before}\n\n${text}`) };
  });
  const key = firstKey(model.keymap, "review.redo");
  return showNotice(next, `It is in the feedback that you have begun: [${key}] shows it.`);
}
