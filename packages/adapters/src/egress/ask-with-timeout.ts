import type { ReviewerAsk, ReviewerReply, ReviewerUsage } from "@countersign/engine";
import { explainTimeout, type RequestFailure } from "./judge-response.ts";
import { withDeadline } from "./with-deadline.ts";

/** The result of one request. A failure may have a cost, too. */
export type HttpReply = { usage: ReviewerUsage | null } & (
  | { ok: true; text: string }
  | RequestFailure
);

/** The usage of a request that no server accepted. */
export const UNUSED: ReviewerUsage = { inputTokens: 0, outputTokens: 0, costUsd: 0 };

/** Sends a request within the reviewer's timeout. Discards a late answer. */
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
