/** What each edge says for one kind of refusal. Placeholders in `agentText` are filled from the error's details. */
export type ErrorEntry = {
  status: number;
  exitCode: number;
  retryable: boolean;
  agentText: string;
};

/** Every reason the product can refuse a request; HTTP, CLI and MCP all read this one table. */
export const ERRORS = {
  invalid_input: entry(400, 2, "The call was not understood: {message} Correct it and call again."),
  unauthenticated: entry(
    401,
    4,
    "{message} A person must run: countersign token create --role {role}. Stop.",
  ),
  forbidden: entry(403, 4, "{message} Your token does not allow this. Stop."),
  human_only: entry(
    403,
    4,
    "Layer {layer} needs a person. You cannot approve it. Stop; {person} was told.",
  ),
  self_review: entry(
    403,
    4,
    "You wrote {task}, so you cannot review it at layer {layer}. Call get_my_assignment for other work.",
  ),
  not_your_turn: entry(403, 4, "{message} Nothing to do; stop or take another task."),
  not_found: entry(404, 5, "{message} Check the id with search_tasks."),
  no_assignment: entry(
    404,
    5,
    "You have no open assignment. If you changed files anyway, call submit_for_review with a title. Otherwise stop.",
  ),
  wrong_state: entry(409, 6, '{message} Call get_review_status("{task}").'),
  stale_round: entry(
    409,
    6,
    '{task} is at round {round}. This call was for round {given} and was ignored. Call get_review_status("{task}").',
  ),
  stale_content: entry(
    409,
    6,
    '{task} has other content now than this call names. Call get_change("{task}") and look again.',
  ),
  nothing_changed: entry(
    409,
    6,
    "{message} Commit or save your edits, then call submit_for_review again; or call respond_to_finding with status answered.",
  ),
  unanswered_findings: entry(
    409,
    6,
    "{message} Fix them or add answers=[{finding_id, status, note}] and submit again.",
  ),
  rounds_used: entry(409, 13, "{message} Do not submit again. Stop."),
  merging: entry(
    409,
    6,
    "{message} If the merge fails you will be asked again. Stop or take another task.",
  ),
  on_hold: entry(409, 13, "{message} Stop; a person must release the hold."),
  gate_closed: entry(
    409,
    11,
    "Cannot approve {task}: gate {gate}. The findings must be fixed first.",
  ),
  undo_closed: entry(409, 6, "There is nothing to undo on {task}: {message}"),
  reused_key: entry(
    409,
    6,
    "This idempotency key was used with another body. Use a new key for a new call.",
  ),
  bad_finding: entry(
    422,
    2,
    "{message} Give the line in the new file, or omit line and quote the code.",
  ),
  too_large: entry(413, 2, '{message} Ask for fewer files, or since="last_review".'),
  too_many_requests: retryable(429, 7, "{message} Wait {seconds} seconds, then call again."),
  upstream_failed: retryable(502, 1, "{message} Nothing was lost; it is tried again by itself."),
  unreachable: retryable(
    503,
    7,
    "The engine does not answer. Your work is safe in git. Stop now; the hook submits it when the engine is back.",
  ),
  timed_out: retryable(504, 3, "{message} Call again later."),
  internal: entry(500, 1, "Something broke on our side. Stop; a person can read the log."),
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;

export type ErrorDetails = Readonly<Record<string, string | number>>;

/**
 * A request that cannot be honoured, in words its sender can act on.
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
}

/** What an agent is told: what happened, and the exact next step. */
export function agentText(error: CountersignError): string {
  const known: ErrorDetails = { message: error.message, ...error.details };
  return ERRORS[error.code].agentText.replaceAll(/\{([a-z]+)\}/g, (whole, name: string) =>
    Object.hasOwn(known, name) ? String(known[name]) : whole,
  );
}

function entry(status: number, exitCode: number, agentText: string): ErrorEntry {
  return { status, exitCode, retryable: false, agentText };
}

function retryable(status: number, exitCode: number, agentText: string): ErrorEntry {
  return { status, exitCode, retryable: true, agentText };
}
