import { agentText, CountersignError, type ErrorCode, oneLine, type Role } from "@countersign/api";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { z } from "zod";

const MAX_MESSAGE = 600;

/** The next step after each refusal, for hosts that read only the structured content. Default: stop. */
const NEXT: Readonly<Partial<Record<ErrorCode, string>>> = {
  invalid_input: "call again, corrected",
  not_found: "call again with an id that exists",
  no_assignment: "submit_for_review with a title, or stop",
  wrong_state: "get_review_status",
  stale_round: "get_review_status",
  stale_content: "get_change",
  nothing_changed: "save your edits and submit_for_review, or respond_to_finding",
  unanswered_findings: "submit_for_review with answers",
  self_review: "get_my_assignment",
  bad_finding: "submit_review_result, corrected",
  too_large: "get_change with files or since",
  reused_key: "get_review_status",
  timed_out: "call again later",
  upstream_failed: "call again later",
};

/** Error codes that have another name in the tools. */
const CODES: Readonly<Partial<Record<ErrorCode, string>>> = { unauthenticated: "AUTH" };

/** Planners and viewers search for tasks; authors and reviewers look at their own work. */
const SEARCHERS: ReadonlySet<Role> = new Set(["planner", "viewer", "human", "admin"]);

/**
 * Converts any error into a response that says what happened and what to do next, and reveals
 * nothing else.
 */
export function tellRefusal(error: unknown, role: Role): CallToolResult {
  const refusal = refusalOf(error);
  const code = CODES[refusal.code] ?? refusal.code.toUpperCase();
  const message = oneLine(textOf(refusal, role), MAX_MESSAGE);
  const next = { do: NEXT[refusal.code] ?? "stop", why: "The message says why." };
  return {
    isError: true,
    content: [{ type: "text", text: message }],
    structuredContent: { code, message, next },
  };
}

function refusalOf(error: unknown): CountersignError {
  if (error instanceof CountersignError) return error;
  if (!(error instanceof z.ZodError))
    return new CountersignError("internal", "Something broke on our side");
  const [issue] = error.issues;
  const field = issue?.path.map(String).join(".") ?? "";
  const what = issue?.message ?? "not understood";
  return new CountersignError("invalid_input", field === "" ? what : `${field}: ${what}`);
}

/** Uses the error's own message if the text from the table has an unfilled placeholder. */
function textOf({ code, message, details, hint }: CountersignError, role: Role): string {
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  const known = code === "unauthenticated" ? { ...details, role } : details;
  const text = agentText(new CountersignError(code, sentence, { details: known }));
  if (/\{[a-z]+\}/.test(text)) return `${sentence} ${hint ?? "Stop or take another task."}`;
  return SEARCHERS.has(role) ? text : text.replace("with search_tasks", "with get_my_assignment");
}
