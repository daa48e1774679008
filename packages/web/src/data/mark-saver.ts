import { type Client, CountersignError } from "@countersign/api";
import { joinMarkChanges, type ReadMarkChange, splitMarkChange } from "@countersign/review";

export type MarkSaver = (change: ReadMarkChange) => void;

/** Milliseconds in which marks are collected and saved together, and before a failed request is sent again. */
const TOGETHER_MS = 400;
const AGAIN_MS = 2_000;

/**
 * Creates a function that saves marks of a task together a moment later, in the order in which they were made. Marks
 * that could not be saved are sent again until they are.
 */
export function createMarkSaver(engine: Pick<Client, "markReadLines">, task: string): MarkSaver {
  let pending: ReadMarkChange[] = [];
  let isWaiting = false;
  const schedule = (ms: number): void => {
    if (isWaiting || pending.length === 0) return;
    isWaiting = true;
    setTimeout(() => void flush(), ms);
  };
  const flush = async (): Promise<void> => {
    const sent = pending;
    pending = [];
    let pauseMs = TOGETHER_MS;
    try {
      for (const body of splitMarkChange(joinMarkChanges(sent)))
        await engine.markReadLines({ task, body });
    } catch (error) {
      // Marks are the same if they are made twice. A refusal that a retry would meet again ends them.
      if (error instanceof CountersignError && error.retryable) pending = [...sent, ...pending];
      pauseMs = AGAIN_MS;
    }
    isWaiting = false;
    schedule(pauseMs);
  };
  return (change) => {
    pending.push(change);
    schedule(TOGETHER_MS);
  };
}
