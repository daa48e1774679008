import { CountersignError } from "@countersign/api";

const RETRY_MS = 2_000;
const NO_ANSWER: ReadonlySet<string> = new Set(["unreachable", "timed_out"]);

/**
 * Sends a request until the engine answers, always with the same key, so that it takes effect once. Throws the engine's
 * refusal. `onWaiting` is called each time the engine did not answer.
 */
export async function sendUntilAnswered<Answered>(
  send: () => Promise<Answered>,
  onWaiting: () => void,
): Promise<Answered> {
  for (;;) {
    try {
      return await send();
    } catch (thrown) {
      const error = toCountersignError(thrown);
      if (!NO_ANSWER.has(error.code)) throw error;
    }
    onWaiting();
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

export function toCountersignError(thrown: unknown): CountersignError {
  if (thrown instanceof CountersignError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new CountersignError("internal", message, { cause: thrown });
}
