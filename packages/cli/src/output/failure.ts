import { CountersignError, type ErrorCode } from "@countersign/core";
import { ERROR_EXITS, EXIT_CODES } from "../runtime/exit-codes.ts";
import { display } from "./display.ts";
import { guardJson } from "./guard.ts";
import type { Style } from "./style.ts";

/** An error as it is printed. */
export type Failure = {
  code: ErrorCode;
  message: string;
  hint: string | null;
  docs: string;
  retryable: boolean;
};

const DOCS = "countersign help exit-codes";

export function failureOf(error: unknown): Failure {
  if (error instanceof CountersignError) {
    const { code, message, hint, retryable } = error;
    return {
      code,
      message,
      hint: hint ?? USUAL_HINTS[code] ?? null,
      docs: DOCS,
      retryable,
    };
  }
  const message = error instanceof Error ? error.message : String(error);
  return {
    code: "internal",
    message,
    hint: USUAL_HINTS.internal ?? null,
    docs: DOCS,
    retryable: false,
  };
}

/** The hint for errors without their own. */
const USUAL_HINTS: Partial<Record<ErrorCode, string>> = {
  unauthenticated: "Set COUNTERSIGN_TOKEN, or unset it to use your own credentials",
  not_found: "List tasks: countersign task list",
  wrong_state: "Show its state: countersign task show <id>",
  stale_round: "Review the latest round: countersign task diff <id>",
  stale_content: "Review the latest round: countersign task diff <id>",
  gate_closed: "Show the findings: countersign why <id>",
  on_hold: "Show the reason: countersign why <id> or countersign sprint",
  unreachable: "Start the engine: countersign server up",
  internal: "Run again with --verbose, or read: countersign server logs",
};

export function failureText({ message, hint }: Failure, style: Style): string {
  const first = `${style.paint("bad", "error:")} ${display(message, { lines: true, ascii: style.ascii })}`;
  return hint === null ? first : `${first}\n${style.paint("faint", "  fix:")} ${display(hint)}`;
}

export function failureJson(failure: Failure): string {
  return guardJson(JSON.stringify({ error: failure }));
}

export function exitCodeOf(failure: Failure): number {
  return EXIT_CODES[ERROR_EXITS[failure.code]].code;
}
