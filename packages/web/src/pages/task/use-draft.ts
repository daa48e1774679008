import type { TaskView } from "@countersign/api";
import { EMPTY_DRAFT, feedbackText, type RedoDraft, readRedoDrafts } from "@countersign/review";
import { useState } from "react";

const STORED = "countersign.drafts";

type Draft = { draft: RedoDraft; changeDraft(change: (draft: RedoDraft) => RedoDraft): void };

/** The feedback of a task that is not sent yet. It stays until the engine has recorded it. */
export function useDraft(view: TaskView, me: string): Draft {
  const [stored, setStored] = useState(() => readStored().get(view.id) ?? EMPTY_DRAFT);
  const draft = isRecorded(stored, view, me) ? EMPTY_DRAFT : stored;
  return {
    draft,
    changeDraft(change) {
      const next = change(draft);
      setStored(next);
      const all = new Map([...readStored(), [view.id, next]]);
      sessionStorage.setItem(STORED, JSON.stringify(Object.fromEntries(all)));
    },
  };
}

function readStored() {
  return readRedoDrafts(JSON.parse(sessionStorage.getItem(STORED) ?? "{}"));
}

/** Returns whether the engine has recorded exactly this feedback. */
function isRecorded(draft: RedoDraft, { feedback, findings }: TaskView, me: string): boolean {
  const text = feedbackText(draft, findings);
  if (text === "" && draft.issues.length === 0) return false;
  return feedback.some(
    ({ by, quickIssues = [], customFeedback = "" }) =>
      by === me && customFeedback === text && quickIssues.join("\n") === draft.issues.join("\n"),
  );
}
