import { CountersignError } from "@countersign/core";
import { ErrorAnswer } from "../schemas/error-answer.ts";

const FIRST_SERVER_ERROR = 500;

/** Converts an error response into the error that the engine threw. */
export async function readRefusal(response: Response): Promise<CountersignError> {
  const answer = ErrorAnswer.safeParse(await readJsonBody(response));
  if (answer.success) {
    const { code, message, hint, details } = answer.data.error;
    return new CountersignError(code, message, { details, hint: hint ?? undefined });
  }
  const what = `The server responded with status ${response.status} and is not a countersign engine`;
  return response.status >= FIRST_SERVER_ERROR
    ? new CountersignError("unreachable", what, {
        hint: "Check whether a proxy is in front of the engine.",
      })
    : new CountersignError("internal", what, { hint: "Check the address of the engine." });
}

/** Returns the error for a request without a response, or one that the caller refused to send. */
export function noAnswer(baseUrl: string, cause: unknown): CountersignError {
  if (cause instanceof CountersignError) return cause;
  const late = cause instanceof DOMException && cause.name === "TimeoutError";
  return late
    ? new CountersignError("timed_out", `${baseUrl} did not respond in time`, { cause })
    : new CountersignError("unreachable", `${baseUrl} does not answer`, {
        cause,
        hint: "Start the engine: countersign server up",
      });
}

/** Returns the error for a response that does not match the contract. */
export function notUnderstood(path: string, cause: unknown): CountersignError {
  return new CountersignError("internal", `The response of ${path} does not match the contract`, {
    cause,
    hint: "The engine and this program may have different versions: countersign version",
  });
}

export async function readJsonBody(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
