import type { ErrorAnswer } from "@countersign/api";
import { CountersignError, ERRORS } from "@countersign/core";

/** Where failures of ours are told; what was refused is no failure. */
export type Logger = { error(message: string, fields: Readonly<Record<string, unknown>>): void };

type Reporting = { logger: Logger; docsUrl: string | null };

/** Turns any failure into the one answer that this API has for it. Of a bug nothing is told outside. */
export function toProblem(
  error: unknown,
  request: string,
  { logger, docsUrl }: Reporting,
): Response {
  const refusal = error instanceof CountersignError ? error : reported(error, request, logger);
  const { code, message, hint, details } = refusal;
  const { status, retryable } = ERRORS[code];
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
  const headers = code === "unauthenticated" ? { "www-authenticate": "Bearer" } : undefined;
  return Response.json(answer, { status, ...(headers && { headers }) });
}

function reported(error: unknown, request: string, logger: Logger): CountersignError {
  logger.error("A request failed", { request, error });
  return new CountersignError("internal", "Something broke on our side", {
    hint: `The engine's log has more under ${request}.`,
    cause: error,
  });
}
