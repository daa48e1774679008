import { type Client, CountersignError, type DraftView } from "@countersign/api";
import {
  isSameDraft,
  mergeDrafts,
  type RedoDraft,
  type StoredDraft,
  toStoredDraft,
} from "@countersign/review";

type DraftListener = {
  /** Called with the draft that is not saved yet; null once it is. */
  onChange(draft: RedoDraft | null): void;
  onSaved(stored: DraftView): void;
  /** Called when another surface has changed the text too, and the draft now has both texts. */
  onJoined(): void;
  onFailed(error: Error): void;
};

export type DraftSaver = {
  /** Takes the draft that the engine has, and merges it with what is not saved yet. */
  take(stored: Pick<DraftView, "draft" | "version">): void;
  /** Saves the last of several changes a moment later. */
  save(draft: RedoDraft): void;
};

/** Milliseconds without a change after which a draft is saved, and before a failed request is sent again. */
const SAVE_MS = 400;
const AGAIN_MS = 2_000;

/**
 * Saves the draft of one task, also if the page shows another task by then. Never replaces a version that another
 * surface has saved: it reads that version, merges both and saves the result.
 */
export function createDraftSaver(
  engine: Pick<Client, "readDraft" | "saveDraft">,
  task: string,
  { onChange, onSaved, onJoined, onFailed }: DraftListener,
): DraftSaver {
  let base: { draft: StoredDraft; version: number } = { draft: null, version: 0 };
  let mine: RedoDraft | null = null;
  let sent: StoredDraft | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSaving = false;

  const show = (draft: RedoDraft | null): void => {
    mine = draft;
    onChange(draft);
  };
  const schedule = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), ms);
  };
  const take: DraftSaver["take"] = ({ draft: theirs, version }) => {
    if (version < base.version) return;
    const before = base.draft;
    base = { draft: theirs, version };
    if (mine === null) return;
    const { draft, isJoined } = mergeDrafts({ base: before, mine, theirs, sent });
    show(isSameDraft(toStoredDraft(draft), theirs) ? null : draft);
    if (isJoined) onJoined();
    if (mine !== null) schedule(SAVE_MS);
  };
  const send = async (draft: RedoDraft): Promise<void> => {
    sent = toStoredDraft(draft);
    const body = { draft: sent, version: base.version };
    const stored = await engine.saveDraft({ task, body });
    base = stored;
    onSaved(stored);
    if (mine === draft) show(null);
    else schedule(SAVE_MS);
  };
  const recover = async (error: unknown): Promise<void> => {
    if (!(error instanceof CountersignError)) throw error;
    if (error.code === "stale_content") return take(await engine.readDraft({ task }));
    onFailed(error);
    if (error.retryable) schedule(AGAIN_MS);
  };
  const flush = async (): Promise<void> => {
    if (mine === null) return;
    if (isSaving) return schedule(SAVE_MS);
    isSaving = true;
    await send(mine)
      .catch(recover)
      .catch(() => schedule(AGAIN_MS));
    isSaving = false;
  };
  return {
    take,
    save(draft) {
      show(draft);
      schedule(SAVE_MS);
    },
  };
}
