/**
 * The code of every refusal. `true`: the same request may succeed later.
 *
 * The outer packages translate codes with their own tables: `api` to the HTTP status, `cli` to the exit code,
 * `mcp` to the text for agents. A new code does not compile until each table has an entry.
 */
export const ERRORS = {
  invalid_input: false,
  unauthenticated: false,
  forbidden: false,
  human_only: false,
  self_review: false,
  not_your_turn: false,
  not_found: false,
  no_assignment: false,
  wrong_state: false,
  stale_round: false,
  stale_content: false,
  nothing_changed: false,
  unanswered_findings: false,
  rounds_used: false,
  merging: false,
  on_hold: false,
  gate_closed: false,
  undo_closed: false,
  reused_key: false,
  bad_finding: false,
  too_large: false,
  too_many_requests: true,
  upstream_failed: true,
  unreachable: true,
  timed_out: true,
  internal: false,
} as const satisfies Record<string, boolean>;

export type ErrorCode = keyof typeof ERRORS;

/** Values for messages about the error. */
export type ErrorDetails = Readonly<{
  task?: string;
  /** The base task of this one. */
  base?: string;
  state?: string;
  /** The current round of the task. */
  round?: number;
  /** The round that the request was about. */
  given?: number | string;
  /** The actor or group that must act next. */
  turn?: string;
  layer?: string;
  person?: string;
  /** The role that the request needs. */
  role?: string;
  gate?: string;
  attempts?: number;
  /** Number of findings without an answer. */
  count?: number;
  findings?: string;
  /** The level at which a person must sign. */
  level?: string;
  /** The statement for the person to sign. */
  statement?: string;
  /** Seconds to wait before a retry. */
  seconds?: number;
  /** Parts of the engine that are not ready. */
  missing?: string;
  /** Database tables that belong to another program. */
  tables?: string;
}>;

/**
 * A refused request, with a message that its sender can act on.
 *
 * Outcomes of a review (rework, escalation, a failing gate) are values, not errors.
 */
export class CountersignError extends Error {
  override readonly name = "CountersignError";
  readonly code: ErrorCode;
  readonly details: ErrorDetails;
  readonly hint: string | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { details?: ErrorDetails; hint?: string | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.details = options.details ?? {};
    this.hint = options.hint;
  }

  /** The same request may succeed later. */
  get retryable(): boolean {
    return ERRORS[this.code];
  }
}
