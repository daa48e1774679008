import type { CountersignError, ErrorCode, Role } from "@countersign/api";

type ToolError = { message: string; details: CountersignError["details"]; role: Role };

type ErrorText = {
  /** What happened and what to do next; null if the error lacks a value that the text names. */
  text: (error: ToolError) => string | null;
  /** The next step, for hosts that read only the structured content. */
  next: string;
};

/** Planners and viewers search for tasks; authors and reviewers look at their own work. */
const SEARCHERS: ReadonlySet<Role> = new Set(["planner", "viewer", "human", "admin"]);

/** The text of every error for an agent. */
export const ERROR_TEXTS: Readonly<Record<ErrorCode, ErrorText>> = {
  invalid_input: {
    text: ({ message }) => `The call was not understood: ${message} Correct it and call again.`,
    next: "call again, corrected",
  },
  unauthenticated: stop(
    ({ message, role }) =>
      `${message} A person must run: countersign token create --role ${role}. Stop.`,
  ),
  forbidden: stop(({ message }) => `${message} Your token does not allow this. Stop.`),
  human_only: stop(
    ({ details: { layer, person } }) =>
      filled`Layer ${layer} needs a person. You cannot approve it. Stop; ${person} has been notified.`,
  ),
  self_review: {
    text: ({ details: { task, layer } }) =>
      filled`You wrote ${task}, so you cannot review it at layer ${layer}. Call get_my_assignment for other work.`,
    next: "get_my_assignment",
  },
  not_your_turn: stop(({ message }) => `${message} Nothing to do; stop or take another task.`),
  not_found: {
    text: ({ message, role }) =>
      `${message} Check the id with ${SEARCHERS.has(role) ? "search_tasks" : "get_my_assignment"}.`,
    next: "call again with an id that exists",
  },
  no_assignment: {
    text: () =>
      "You have no open assignment. If you changed files anyway, call submit_for_review with a title. Otherwise stop.",
    next: "submit_for_review with a title, or stop",
  },
  wrong_state: {
    text: ({ message, details: { task } }) => filled`${message} Call get_review_status("${task}").`,
    next: "get_review_status",
  },
  stale_round: {
    text: ({ details: { task, round, given } }) =>
      filled`${task} is at round ${round}. This call was for round ${given} and was ignored. Call get_review_status("${task}").`,
    next: "get_review_status",
  },
  stale_content: {
    text: ({ details: { task } }) =>
      filled`${task} has new content since this call was prepared. Call get_change("${task}") and review it again.`,
    next: "get_change",
  },
  nothing_changed: {
    text: ({ message }) =>
      `${message} Commit or save your edits, then call submit_for_review again; or call respond_to_finding with status answered.`,
    next: "save your edits and submit_for_review, or respond_to_finding",
  },
  unanswered_findings: {
    text: ({ message }) =>
      `${message} Fix them or add answers=[{finding_id, status, note}] and submit again.`,
    next: "submit_for_review with answers",
  },
  rounds_used: stop(({ message }) => `${message} Do not submit again. Stop.`),
  merging: stop(
    ({ message }) =>
      `${message} If the merge fails you will be asked again. Stop or take another task.`,
  ),
  on_hold: stop(({ message }) => `${message} Stop; a person must release the hold.`),
  gate_closed: stop(
    ({ details: { task, gate } }) =>
      filled`Cannot approve ${task}: gate ${gate}. The findings must be fixed first.`,
  ),
  undo_closed: stop(
    ({ message, details: { task } }) => filled`There is nothing to undo on ${task}: ${message}`,
  ),
  reused_key: {
    text: () => "This idempotency key was used with another body. Use a new key for a new call.",
    next: "get_review_status",
  },
  bad_finding: {
    text: ({ message }) =>
      `${message} Give the line in the new file, or omit line and quote the code.`,
    next: "submit_review_result, corrected",
  },
  too_large: {
    text: ({ message }) => `${message} Ask for fewer files, or since="last_review".`,
    next: "get_change with files or since",
  },
  too_many_requests: stop(
    ({ message, details: { seconds } }) =>
      filled`${message} Wait ${seconds} seconds, then call again.`,
  ),
  upstream_failed: {
    text: ({ message }) => `${message} Nothing was lost. Call again later.`,
    next: "call again later",
  },
  unreachable: stop(
    () =>
      "The engine does not answer. Your work is safe in git. Stop now; the hook submits it when the engine is back.",
  ),
  timed_out: { text: ({ message }) => `${message} Call again later.`, next: "call again later" },
  internal: stop(
    () =>
      "countersign had an internal error. Stop; a person can find the details in the engine's log.",
  ),
};

function stop(text: ErrorText["text"]): ErrorText {
  return { text, next: "stop" };
}

/** Returns the text with its values; null if one of them is not known. */
function filled(
  texts: TemplateStringsArray,
  ...values: readonly (string | number | undefined)[]
): string | null {
  return values.includes(undefined) ? null : String.raw({ raw: texts }, ...values);
}
