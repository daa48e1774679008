import { setTimeout as pause } from "node:timers/promises";
import { CountersignError } from "@countersign/core";
import type { Attempt, Operation } from "./history.ts";

type Answered = { task: string; seq: number };

export type Recorder = {
  operations: Operation[];
  /** What was answered that nobody may be told: a bug of ours, or an answer without a type. */
  faults: string[];
  /** Makes calls for one command under one key, writing down what the caller is told. */
  call<Answer extends Answered>(
    key: string,
    task: string,
    send: (key: string) => Promise<Answer>,
    plan?: { retry?: boolean; again?: boolean },
  ): Promise<Answer | null>;
};

const PAUSE_MS = 60;
const PATIENCE_MS = 90_000;

/** Writes down every call: when it began, when it ended, and what the caller then knew. */
export function createRecorder(): Recorder {
  const operations: Operation[] = [];
  const faults: string[] = [];
  return {
    operations,
    faults,
    async call(key, task, send, { retry = true, again = false } = {}) {
      const attempts: Attempt[] = [];
      const operation = { key, task, attempts };
      operations.push(operation);
      const end = retry ? performance.now() + PATIENCE_MS : 0;
      const sendOnce = async () => {
        const { attempt, answer } = await tryOnce(() => send(key), faults);
        attempts.push(attempt);
        return { answer, isOver: attempt.outcome !== "unknown" || performance.now() > end };
      };
      let sent = await sendOnce();
      while (!sent.isOver) {
        await pause(PAUSE_MS);
        sent = await sendOnce();
      }
      if (sent.answer !== null) operation.task = sent.answer.task;
      if (sent.answer !== null && again) await sendOnce();
      return sent.answer;
    },
  };
}

async function tryOnce<Answer extends Answered>(
  send: () => Promise<Answer>,
  faults: string[],
): Promise<{ attempt: Attempt; answer: Answer | null }> {
  const startMs = performance.now();
  try {
    const answer = await send();
    const { seq } = answer;
    return { attempt: { startMs, endMs: performance.now(), outcome: "ok", seq }, answer };
  } catch (error) {
    const outcome = outcomeOf(error, faults);
    return { attempt: { startMs, endMs: performance.now(), outcome }, answer: null };
  }
}

/** What may be tried again may have been done; every other refusal is final. */
function outcomeOf(error: unknown, faults: string[]): Attempt["outcome"] {
  if (!(error instanceof CountersignError)) {
    faults.push(String(error));
    return "unknown";
  }
  if (error.code === "internal") faults.push(error.message);
  return error.retryable || error.code === "internal" ? "unknown" : "refused";
}
