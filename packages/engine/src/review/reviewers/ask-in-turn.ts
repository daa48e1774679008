import { setTimeout as pause } from "node:timers/promises";
import { describeError } from "../../platform/log/describe-error.ts";
import type { ReviewerAsk, ReviewerReply, ReviewerRunner } from "../../ports/reviewer-runner.ts";
import type { Turns } from "./turns.ts";

/** Milliseconds after the timeout before a runner that did not stop itself is aborted. */
const GRACE_MS = 30_000;

/**
 * Waits for a turn and asks the runner. Waiting does not count as the reviewer's time. Returns null if the answer
 * is no longer needed.
 */
export async function askInTurn(
  { runner, turns }: { runner: ReviewerRunner; turns?: Turns | undefined },
  ask: ReviewerAsk,
): Promise<ReviewerReply | null> {
  const { reviewer, timeoutMs, signal } = ask;
  const endTurn = await turns?.take(reviewer.id, reviewer, signal).catch(() => null);
  if (endTurn === null || signal.aborted) {
    endTurn?.();
    return null;
  }
  const overdue = new AbortController();
  const either = AbortSignal.any([signal, overdue.signal]);
  const watch = new AbortController();
  try {
    const asked = runner.ask({ ...ask, signal: either }).catch(brokenReply);
    const late = pause(timeoutMs + GRACE_MS, null, { signal: watch.signal }).catch(() => null);
    const reply = await Promise.race([asked, late]);
    if (reply !== null) return reply;
    overdue.abort();
    return failed("It did not stop at its timeout.");
  } finally {
    watch.abort();
    endTurn?.();
  }
}

/** Converts an exception of a runner into a reply without an answer. */
function brokenReply(error: unknown): ReviewerReply {
  const { error: name, code } = describeError(error);
  return failed(`Its runner failed: ${[name, code].filter(Boolean).join(" ")}.`);
}

function failed(reason: string): ReviewerReply {
  return { ok: false, reason, again: "soon", usage: null, durationMs: 0, sandboxed: false };
}
