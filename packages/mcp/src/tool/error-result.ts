import { CountersignError, type ErrorCode, oneLine, type Role } from "@countersign/api";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { z } from "zod";
import { ERROR_TEXTS } from "./error-texts.ts";

const MAX_MESSAGE = 600;

/** Error codes that have another name in the tools. */
const CODES: Readonly<Partial<Record<ErrorCode, string>>> = { unauthenticated: "AUTH" };

/**
 * Converts any error into a response that says what happened and what to do next, and reveals
 * nothing else.
 */
export function toErrorResult(error: unknown, role: Role): CallToolResult {
  const refusal = refusalOf(error);
  const code = CODES[refusal.code] ?? refusal.code.toUpperCase();
  const message = oneLine(errorText(refusal, role), MAX_MESSAGE);
  const next = { do: ERROR_TEXTS[refusal.code].next, why: "The message says why." };
  return {
    isError: true,
    content: [{ type: "text", text: message }],
    structuredContent: { code, message, next },
  };
}

function refusalOf(error: unknown): CountersignError {
  if (error instanceof CountersignError) return error;
  if (!(error instanceof z.ZodError))
    return new CountersignError("internal", "countersign had an internal error");
  const [issue] = error.issues;
  const field = issue?.path.map(String).join(".") ?? "";
  const what = issue?.message ?? "not understood";
  return new CountersignError("invalid_input", field === "" ? what : `${field}: ${what}`);
}

/** Returns the text for an agent; the error's own message and hint if the text names an unknown value. */
function errorText({ code, message, details, hint }: CountersignError, role: Role): string {
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  const text = ERROR_TEXTS[code].text({ message: sentence, details, role });
  return text ?? `${sentence} ${hint ?? "Stop or take another task."}`;
}
