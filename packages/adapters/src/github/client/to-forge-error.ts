import { redactSecrets } from "@countersign/core";
import { ForgeError } from "@countersign/engine";
import { z } from "zod";
import { retryAfterMs } from "../../egress/retry-after.ts";

/** An error of the GitHub client: the status, the response's headers and its message. */
const failedRequest = z.object({
  status: z.number(),
  cause: z.unknown().optional(),
  response: z
    .object({ headers: z.record(z.string(), z.unknown()), data: z.unknown().optional() })
    .optional()
    .catch(undefined),
});
type FailedRequest = z.infer<typeof failedRequest>;

const MAX_QUOTED_LENGTH = 300;
/** The wait after a secondary rate limit that names none, as GitHub documents it. */
const SECONDARY_LIMIT_MS = 60_000;
const MAX_WAIT_MS = 3_600_000;

/**
 * Converts a failure of the GitHub client to a `ForgeError`.
 *
 * The client's own error is dropped, because it contains the request with its headers. GitHub's message is quoted
 * with credentials replaced.
 */
export function toForgeError(error: unknown, nowMs: number): ForgeError {
  if (error instanceof ForgeError) return error;
  const parsed = failedRequest.safeParse(error);
  if (!parsed.success) return new ForgeError("retry", "GitHub: the answer cannot be read");
  const failed = parsed.data;
  if (failed.cause instanceof ForgeError) return failed.cause;
  const message = `GitHub answered ${failed.status}: ${quoteMessage(failed)}`;
  if (failed.response === undefined) return new ForgeError("retry", "GitHub: the request failed");
  const waitMs = requestedWait(failed, nowMs);
  if (waitMs !== null) return new ForgeError("wait", message, waitMs);
  return new ForgeError(
    failed.status >= 500 || failed.status === 408 ? "retry" : "refused",
    message,
  );
}

/** Returns the status of a failed request that GitHub answered; null for any other failure. */
export function answeredStatus(error: unknown): number | null {
  const parsed = failedRequest.safeParse(error);
  return parsed.success && parsed.data.response !== undefined ? parsed.data.status : null;
}

/** Returns the pause that GitHub asks for; null if the failure is no rate limit. */
function requestedWait({ status, response }: FailedRequest, nowMs: number): number | null {
  if (response === undefined || (status !== 403 && status !== 429)) return null;
  const headers = textsOf(response.headers);
  const named = retryAfterMs(headers, nowMs);
  if (named !== undefined) return named;
  if (headers["x-ratelimit-remaining"] === "0") return untilReset(headers, nowMs);
  const isLimit = status === 429 || /rate limit|abuse detection/i.test(messageOf(response.data));
  return isLimit ? SECONDARY_LIMIT_MS : null;
}

function untilReset(headers: Readonly<Record<string, string>>, nowMs: number): number {
  const resetMs = Number(headers["x-ratelimit-reset"]) * 1_000;
  if (!Number.isFinite(resetMs)) return SECONDARY_LIMIT_MS;
  return Math.min(Math.max(resetMs - nowMs, 1_000), MAX_WAIT_MS);
}

function textsOf(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

const withMessage = z.object({ message: z.string() });

function messageOf(data: unknown): string {
  const parsed = withMessage.safeParse(data);
  return parsed.success ? parsed.data.message : "";
}

function quoteMessage({ response }: FailedRequest): string {
  return quoteText(messageOf(response?.data)) || "no message";
}

/** Returns a text of GitHub as one bounded line without credentials. */
export function quoteText(text: string): string {
  const line = redactSecrets(text.slice(0, MAX_QUOTED_LENGTH * 4)).replace(/[\p{C}\s]+/gu, " ");
  return line.trim().slice(0, MAX_QUOTED_LENGTH);
}
