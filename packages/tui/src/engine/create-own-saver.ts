import { CountersignError } from "@countersign/api";
import { isSameDraft, type StoredDraft, splitMarkChange } from "@countersign/review";
import { isReported, type OwnAnswer } from "../data/own-data.ts";
import {
  listUnsent,
  type UnsentDraft,
  type UnsentMarks,
  unsentDrafts,
  unsentMarks,
} from "../model/unsent.ts";
import type { RunningRequest } from "./outside.ts";

/** Milliseconds in which changes are collected and sent together. */
const TOGETHER_MS = 400;
/** Milliseconds before a failed request is sent again. */
const AGAIN_MS = 2_000;
/** Milliseconds that the end of the program waits for the engine. */
const LAST_MS = 1_500;

export type OwnSaver = {
  /** Schedules sending of what the engine does not have yet. */
  changed(): void;
  /** Sends the rest now and stores locally what could not be sent. */
  finish(): Promise<void>;
};

/**
 * Sends the person's drafts and read marks to the engine. What cannot be sent stays in the model and in a local file,
 * and is sent again.
 */
export function createOwnSaver(running: RunningRequest): OwnSaver {
  const { outside, read, later } = running;
  const refused = new Map<string, StoredDraft>();
  let isScheduled = false;
  let flushing: Promise<void> | null = null;

  const schedule = (ms: number): void => {
    if (isScheduled || flushing !== null) return;
    isScheduled = true;
    later(ms, () => {
      isScheduled = false;
      void flush();
    });
  };
  const isWanted = ({ task, draft }: UnsentDraft): boolean => {
    const known = refused.get(task);
    // A newer version of another surface is loaded and merged first.
    if (isReported(read().data.own, "draft", task)) return false;
    return known === undefined || !isSameDraft(known, draft);
  };
  const sendAll = async (): Promise<void> => {
    for (const unsent of unsentDrafts(read()).filter(isWanted))
      if (!(await saveDraft(running, unsent))) refused.set(unsent.task, unsent.draft);
    for (const unsent of unsentMarks(read())) await saveMarks(running, unsent);
  };
  const flush = (): Promise<void> => {
    flushing ??= sendAll()
      .then(
        () => TOGETHER_MS,
        () => AGAIN_MS,
      )
      .then(async (ms) => {
        const unsent = listUnsent(read());
        const isDone = unsent.marks.length === 0 && !unsent.drafts.some(isWanted);
        // What was typed meanwhile is sent in a moment; only a failure is worth a file.
        if (isDone || ms === AGAIN_MS) await outside.keepUnsent(unsent, read().data.me);
        flushing = null;
        if (!isDone) schedule(ms);
      });
    return flushing;
  };
  return {
    changed: () => schedule(TOGETHER_MS),
    async finish() {
      const end = new Promise<void>((resolve) => setTimeout(resolve, LAST_MS).unref());
      await Promise.race([(flushing ?? Promise.resolve()).then(flush), end]);
      await outside.keepUnsent(listUnsent(read()), read().data.me);
    },
  };
}

function tell({ send }: RunningRequest, own: OwnAnswer): void {
  send({ type: "answered", answer: { type: "own", own } });
}

/**
 * Saves a draft unless another surface has changed it; then it is loaded, merged and sent again. Returns false if the
 * engine will never accept it.
 */
async function saveDraft(
  running: RunningRequest,
  { task, draft, base }: UnsentDraft,
): Promise<boolean> {
  tell(running, { is: "draft_sent", task, draft });
  try {
    const body = { draft, version: base.version };
    const { version } = await running.engine.saveDraft({ task, body });
    tell(running, { is: "draft_saved", task, known: { draft, version } });
    return true;
  } catch (error) {
    if (hasCode(error, STALE)) {
      tell(running, { is: "changed", change: { task, what: "draft" } });
      return true;
    }
    if (!hasCode(error, LASTING)) throw error;
    noticeRefusal(running, task, error);
    return false;
  }
}

/** A draft of a task that the engine does not know, from another engine perhaps, stays in its file without a notice. */
function noticeRefusal({ send }: RunningRequest, task: string, error: CountersignError): void {
  if (error.code === "not_found") return;
  const text = `The feedback to ${task} is only on this machine: ${error.message}`;
  send({ type: "noticed", text, paint: "bad" });
}

/** Saves marks. Refused ones, such as those of a task that is gone, are not sent again. */
async function saveMarks(running: RunningRequest, { task, change }: UnsentMarks): Promise<void> {
  for (const body of splitMarkChange(change)) {
    await running.engine.markReadLines({ task, body }).catch((error: unknown) => {
      if (!hasCode(error, LASTING)) throw error;
    });
    tell(running, { is: "marks_saved", task, change: body });
  }
}

const STALE: ReadonlySet<string> = new Set(["stale_content"]);
/** Refusals that the same request would meet again. Any other failure may pass. */
const LASTING: ReadonlySet<string> = new Set(["not_found", "too_large", "invalid_input"]);

function hasCode(error: unknown, codes: ReadonlySet<string>): error is CountersignError {
  return error instanceof CountersignError && codes.has(error.code);
}
