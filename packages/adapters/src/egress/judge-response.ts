import { retryAfterMs } from "./retry-after.ts";
import type { SendFailure, SendResult } from "./send.ts";

/** Why a request has no result, and whether a retry can help. */
export type RequestFailure = {
  ok: false;
  reason: string;
  again: "soon" | "never";
  afterMs?: number | undefined;
};

type HttpAnswer = Extract<SendResult, { ok: true }>;

const AGAIN: Record<SendFailure, RequestFailure["again"]> = {
  refused: "never",
  unreachable: "soon",
  cut: "soon",
  too_large: "never",
  unreadable: "never",
  stopped: "soon",
};

/** Explanations of some statuses. Messages about others show the number alone. */
const MEANING: Readonly<Record<number, string>> = {
  400: "it does not accept the request",
  401: "it does not accept our key",
  402: "the account has no money left",
  403: "our key may not do this",
  404: "it does not know this model or address",
  408: "it waited too long",
  413: "the request is too long",
  422: "it does not accept the request",
  429: "too many requests",
  500: "it failed",
  502: "it failed",
  503: "it is not available",
  504: "it took too long",
  529: "it is overloaded",
};

/** Statuses below 500 that are temporary. */
const PASSING: readonly number[] = [408, 409, 425, 429];

/**
 * Explains a response that is no answer; null for status 200.
 *
 * Quotes nothing of the response, because a server may repeat our key.
 */
export function judgeResponse(
  who: string,
  received: SendResult,
  nowMs: number,
): RequestFailure | null {
  if (!received.ok) {
    const { why, reason } = received;
    return { ok: false, reason: `${who}: ${reason}`, again: AGAIN[why] };
  }
  return received.status === 200 ? null : judgeStatus(who, received, nowMs);
}

/** Returns true if no work can have been done for us: the request did not arrive, or was rejected. */
export function isRejected(received: SendResult): boolean {
  if (!received.ok) return received.why === "refused" || received.why === "unreachable";
  return received.status >= 300 && received.status < 500;
}

function judgeStatus(who: string, { status, headers }: HttpAnswer, nowMs: number): RequestFailure {
  const meaning = MEANING[status] ?? (isRedirect(status) ? "redirects are not followed" : null);
  const reason = `${who} answered ${status}${meaning === null ? "" : `: ${meaning}`}`;
  if (status < 500 && !PASSING.includes(status)) return { ok: false, reason, again: "never" };
  return { ok: false, reason, again: "soon", afterMs: retryAfterMs(headers, nowMs) };
}

/** Explains why an answer that is late or no longer needed is no result. */
export function explainTimeout(who: string, late: boolean, timeoutMs: number): RequestFailure {
  const seconds = Number((timeoutMs / 1_000).toFixed(1));
  const reason = late ? `${who} did not answer within ${seconds} s` : `${who}: it was stopped`;
  return { ok: false, reason, again: "soon" };
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}
