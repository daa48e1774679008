import type { ReviewerAsk, ReviewerReply, ReviewerUsage } from "@countersign/engine";
import { explainTimeout, type RequestFailure } from "./judge-response.ts";
import { withDeadline } from "./with-deadline.ts";

/** What one request brought. A failure may have cost something, too. */
export type HttpReply = { usage: ReviewerUsage | null } & (
  | { ok: true; text: string }
  | RequestFailure
);

/** The usage of a request that no server accepted. */
export const UNUSED: ReviewerUsage = { inputTokens: 0, outputTokens: 0, costUsd: 0 };

/** Asks within the reviewer's time. What comes later is no result, however good it is. */
export async function askWithTimeout(
  who: string,
  ask: ReviewerAsk,
  work: (ask: ReviewerAsk) => Promise<HttpReply>,
): Promise<ReviewerReply> {
  const { value, late, durationMs } = await withDeadline(ask, (signal) => work({ ...ask, signal }));
  const ran = { durationMs, sandboxed: false, usage: value.usage };
  if (!late && !ask.signal.aborted) return { ...ran, ...value };
  return { ...ran, ...explainTimeout(who, late, ask.timeoutMs) };
}
