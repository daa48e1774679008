import type { FeedbackDraft, TaskView } from "@countersign/api";
import { createField } from "../typing/text-field.ts";
import { feedbackText } from "./feedback-text.ts";
import { type Comment, EMPTY_DRAFT, type RedoDraft } from "./redo-draft.ts";

/** A draft as the engine stores it; null if there is none. */
export type StoredDraft = FeedbackDraft | null;

/** Returns the part of a draft that the engine stores; null if nothing was chosen or written. */
export function toStoredDraft(draft: RedoDraft): StoredDraft {
  const { issues, feedback, option, priority, comments, findings } = draft;
  const stored: FeedbackDraft = {
    issues: [...issues],
    feedback: feedback.text,
    option,
    priority,
    comments: [...comments],
    findings: [...findings],
  };
  return draftText(stored) === NOTHING ? null : stored;
}

/** Returns a stored draft for the form. Keeps the focus, and the cursor if the text is the same. */
export function fromStoredDraft(stored: StoredDraft, shown: RedoDraft = EMPTY_DRAFT): RedoDraft {
  const text = stored?.feedback ?? "";
  return {
    ...EMPTY_DRAFT,
    ...stored,
    feedback: text === shown.feedback.text ? shown.feedback : createField(text),
    focus: shown.focus,
  };
}

/** Returns whether two stored drafts have the same content. */
export function isSameDraft(one: StoredDraft, other: StoredDraft): boolean {
  return one === other || draftText(one) === draftText(other);
}

/** Returns whether the task has recorded exactly this feedback of the person. */
export function isDraftRecorded(
  draft: RedoDraft,
  { feedback, findings }: Pick<TaskView, "feedback" | "findings">,
  me: string,
): boolean {
  const text = feedbackText(draft, findings);
  if (text === "" && draft.issues.length === 0) return false;
  return feedback.some(
    ({ by, quickIssues = [], customFeedback = "" }) =>
      by === me && customFeedback === text && quickIssues.join("\n") === draft.issues.join("\n"),
  );
}

export function commentKey({ path, line, endLine, quote, text }: Comment): string {
  return JSON.stringify([path, line, endLine ?? null, quote, text]);
}

/** The content of a draft in a fixed order. No draft and an empty one are the same. */
function draftText(stored: StoredDraft): string {
  if (stored === null) return NOTHING;
  const { issues, feedback, option, priority, comments, findings } = stored;
  return JSON.stringify([issues, feedback, option, priority, comments.map(commentKey), findings]);
}

const NOTHING = JSON.stringify([[], "", EMPTY_DRAFT.option, EMPTY_DRAFT.priority, [], []]);
