import type { TaskView } from "@countersign/api";
import { EMPTY_DRAFT, fromStoredDraft, isDraftRecorded, type RedoDraft } from "@countersign/review";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { draftOptions } from "../../data/queries.ts";
import { useNotice } from "../../frame/Notices.tsx";
import { useSession } from "../../session/Session.tsx";
import { createDraftSaver } from "./draft-saver.ts";

type Draft = { draft: RedoDraft; changeDraft(change: (draft: RedoDraft) => RedoDraft): void };

/**
 * The feedback to a task that is not sent yet. The engine keeps it for the person, so that every surface shows it, until
 * the same feedback is recorded.
 */
export function useDraft(view: TaskView, me: string): Draft {
  const { engine } = useSession();
  const { fail } = useNotice();
  const cache = useQueryClient();
  const task = view.id;
  const { data: saved } = useQuery(draftOptions(engine, task));
  /** What is not saved yet. */
  const [edited, setEdited] = useState<RedoDraft | null>(null);
  const [saver] = useState(() =>
    createDraftSaver(engine, task, {
      onChange: setEdited,
      onSaved: (stored) => cache.setQueryData(draftOptions(engine, task).queryKey, stored),
      onJoined: () => fail("The feedback was changed elsewhere too: it has both texts."),
      onFailed: (error) => fail(`The draft was not saved: ${error.message}`),
    }),
  );
  useEffect(() => {
    if (saved !== undefined) saver.take(saved);
  }, [saver, saved]);
  const stored = edited ?? fromStoredDraft(saved?.draft ?? null);
  const draft = isDraftRecorded(stored, view, me) ? EMPTY_DRAFT : stored;
  return { draft, changeDraft: (change) => saver.save(change(draft)) };
}
