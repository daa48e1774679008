import { type Answer, type Client, CountersignError, type TaskView } from "@countersign/api";
import { sendShownDecision, type TaskDecision } from "./decision.ts";

const RETRY_MS = 2_000;

/** The engine's response to a decision. The current task explains a refusal; null if it cannot be read. */
export type DecisionResult =
  | { is: "applied"; decision: TaskDecision; answer: Answer }
  | { is: "refused"; decision: TaskDecision; error: CountersignError; now: TaskView | null };

type SendOptions = {
  engine: Client;
  /** Called when the engine does not answer; the decision is sent again until it does. */
  onWaiting(decision: TaskDecision): void;
};

/** Sends a decision until the engine answers, always with the same key, so that it is applied once. */
export async function sendUntilAnswered(
  decision: TaskDecision,
  { engine, onWaiting }: SendOptions,
): Promise<DecisionResult> {
  const key = crypto.randomUUID();
  for (;;) {
    try {
      return { is: "applied", decision, answer: await sendShownDecision(engine, decision, key) };
    } catch (thrown) {
      const error = toCountersignError(thrown);
      if (!NO_ANSWER.has(error.code)) {
        const now = await engine.showTask({ task: decision.task }).catch(() => null);
        return { is: "refused", decision, error, now };
      }
    }
    onWaiting(decision);
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

const NO_ANSWER: ReadonlySet<string> = new Set(["unreachable", "timed_out"]);

export function toCountersignError(thrown: unknown): CountersignError {
  if (thrown instanceof CountersignError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new CountersignError("internal", message, { cause: thrown });
}
