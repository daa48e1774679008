import { CountersignError } from "@countersign/api";
import type { Need } from "../data/need.ts";
import type { Message } from "./message.ts";
import type { RunningRequest } from "./outside.ts";
import { requestNeed } from "./request-need.ts";

export const RETRY_MS = 5_000;
const AGAIN_MS = 1_000;
const AT_ONCE = 6;

export type Asker = {
  /** Requests every need that is not requested yet. */
  ask(): void;
  /** Converts a failed call into a message. */
  failed(key: string, error: unknown): Message;
};

/** Requests needs from the engine, a few at a time, each only once. */
export function createAsker(running: RunningRequest): Asker {
  const { engine, outside, needs, send, later } = running;
  const asked = new Set<string>();
  /** Needs that were answered but are still needed, because the response was about a newer version. */
  const again = new Map<string, number>();
  let retryAtMs = 0;

  const askAll = (): void => {
    if (outside.nowMs() < retryAtMs) return;
    for (const need of needs()) {
      if (asked.size >= AT_ONCE) return;
      if (asked.has(need.key) || (again.get(need.key) ?? 0) > outside.nowMs()) continue;
      asked.add(need.key);
      void answer(need);
    }
  };

  const answer = async (need: Need): Promise<void> => {
    const message = await requestNeed(engine, need, outside.nowMs).then(
      (told): Message => ({ type: "answered", answer: told }),
      (error: unknown) => failed(need.key, error),
    );
    again.set(need.key, outside.nowMs() + AGAIN_MS);
    asked.delete(need.key);
    send(message);
    const isNeeded = needs().some(({ key }) => key === need.key);
    if (isNeeded) later(AGAIN_MS, askAll);
    else again.delete(need.key);
  };

  /** Retries temporary failures later; permanent failures are not requested again. */
  const failed = (key: string, error: unknown): Message => {
    const { code, message } = asError(error);
    if (!PASSING.has(code))
      return { type: "answered", answer: { type: "refused", key, why: message } };
    const atMs = outside.nowMs();
    retryAtMs = atMs + RETRY_MS;
    later(RETRY_MS, askAll);
    return { type: "answered", answer: { type: "lost", atMs, why: message } };
  };

  return { ask: askAll, failed };
}

const PASSING: ReadonlySet<string> = new Set(["unreachable", "timed_out", "too_many_requests"]);

function asError(error: unknown): { code: string; message: string } {
  if (error instanceof CountersignError) return { code: error.code, message: error.message };
  return { code: "internal", message: error instanceof Error ? error.message : String(error) };
}
