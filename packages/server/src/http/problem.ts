import { ERROR_STATUS, type ErrorAnswer } from "@countersign/api";
import { CountersignError } from "@countersign/core";
import { describeError, type Log } from "@countersign/engine";

type ProblemOptions = { log: Log; docsUrl: string | null };

/** Converts any error into the error response of this API. Details of a bug stay inside. */
export function toProblem(
  error: unknown,
  request: string,
  { log, docsUrl }: ProblemOptions,
): Response {
  const refusal =
    error instanceof CountersignError ? error : (noRoom(error) ?? reported(error, request, log));
  const { code, message, hint, details, retryable } = refusal;
  const answer: ErrorAnswer = {
    error: {
      code,
      message,
      hint: hint ?? null,
      docs: docsUrl === null ? null : `${docsUrl}#${code}`,
      retryable,
      details: { ...details },
    },
  };
  return Response.json(answer, { status: ERROR_STATUS[code], headers: headersFor(refusal) });
}

function headersFor({ code, details }: CountersignError): Record<string, string> {
  if (code === "unauthenticated") return { "www-authenticate": "Bearer" };
  return code === "too_many_requests" ? { "retry-after": String(details.seconds ?? 1) } : {};
}

/** Converts a full disk into a retryable refusal, because it is not a bug. */
function noRoom(error: unknown): CountersignError | null {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code !== "ENOSPC" && code !== "EDQUOT") return null;
  return new CountersignError("upstream_failed", "The engine's disk is full", {
    hint: "Free some disk space and try again.",
    cause: error,
  });
}

function reported(error: unknown, request: string, log: Log): CountersignError {
  log({ level: "error", event: "request_failed", fields: { request, ...describeError(error) } });
  return new CountersignError("internal", "The engine failed unexpectedly", {
    hint: `See request ${request} in the log: countersign server logs`,
    cause: error,
  });
}

export function unknownAddress(): CountersignError {
  return new CountersignError("not_found", "This address does not exist.", {
    hint: "GET /v1/openapi.json lists all addresses.",
  });
}
