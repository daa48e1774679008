import type { Client, DraftView, FeedbackDraft, TaskView } from "@countersign/api";
import { createField, EMPTY_DRAFT, feedbackText, type RedoDraft } from "@countersign/review";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { QUERY_KEYS } from "../../data/queries.ts";
import { useNotice } from "../../frame/Notices.tsx";
import { useSession } from "../../session/Session.tsx";

type Draft = { draft: RedoDraft; changeDraft(change: (draft: RedoDraft) => RedoDraft): void };

/** Milliseconds without a change after which a draft is saved. */
const SAVE_MS = 400;

/**
 * The feedback to a task that is not sent yet. The engine keeps it for the person, so that every surface shows it, until
 * the same feedback is recorded.
 */
export function useDraft(view: TaskView, me: string): Draft {
  const { engine } = useSession();
  const { fail } = useNotice();
  const cache = useQueryClient();
  const task = view.id;
  const { data: saved } = useQuery(draftQuery(engine, task));
  /** What is not saved yet. */
  const [edited, setEdited] = useState<RedoDraft | null>(null);
  const [saver] = useState(() =>
    createDraftSaver(engine, task, {
      onSaved(draft, answer) {
        cache.setQueryData(draftQuery(engine, task).queryKey, answer);
        setEdited((current) => (current === draft ? null : current));
      },
      onFailed: (error) => fail(`The draft was not saved: ${error.message}`),
    }),
  );
  const stored = edited ?? fromStored(saved?.draft ?? null);
  const draft = isRecorded(stored, view, me) ? EMPTY_DRAFT : stored;
  return {
    draft,
    changeDraft(change) {
      const next = change(draft);
      setEdited(next);
      saver.save(next);
    },
  };
}

type SaveListener = {
  onSaved(draft: RedoDraft, answer: DraftView): void;
  onFailed(error: Error): void;
};

/** Saves the last of several changes a moment later, also if the page shows another task by then. */
function createDraftSaver(engine: Client, task: string, { onSaved, onFailed }: SaveListener) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    save(draft: RedoDraft): void {
      clearTimeout(timer);
      timer = setTimeout(() => {
        engine
          .saveDraft({ task, body: { draft: toStored(draft) } })
          .then((answer) => onSaved(draft, answer), onFailed);
      }, SAVE_MS);
    },
  };
}

function draftQuery(engine: Client, task: string) {
  return queryOptions({
    queryKey: [...QUERY_KEYS.task(task), "draft"],
    queryFn: () => engine.readDraft({ task }),
  });
}

function toStored({ feedback, focus: _, ...draft }: RedoDraft): FeedbackDraft {
  const { issues, findings, comments } = draft;
  return {
    ...draft,
    feedback: feedback.text,
    issues: [...issues],
    findings: [...findings],
    comments: [...comments],
  };
}

function fromStored(stored: FeedbackDraft | null): RedoDraft {
  if (stored === null) return EMPTY_DRAFT;
  return { ...EMPTY_DRAFT, ...stored, feedback: createField(stored.feedback) };
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
