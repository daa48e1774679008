import type { ErrorCode } from "@countersign/core";

/** The exit codes of the program. */
export const EXIT_CODES = {
  done: { code: 0, meaning: "success; gate pass or pass_with_warnings" },
  failed: { code: 1, meaning: "unexpected error" },
  usage: { code: 2, meaning: "usage error" },
  cancelled: { code: 3, meaning: "cancelled, or --timeout expired" },
  notAllowed: { code: 4, meaning: "not authenticated, or not permitted" },
  notFound: { code: 5, meaning: "no such task, finding or repository" },
  conflict: { code: 6, meaning: "conflict: the task changed since you viewed it" },
  unreachable: { code: 7, meaning: "engine unreachable" },
  pending: { code: 8, meaning: "still pending" },
  gateFail: { code: 10, meaning: "gate fail" },
  needsFixes: { code: 11, meaning: "gate needs_fixes" },
  warnings: { code: 12, meaning: "gate pass_with_warnings and --fail-on warning" },
  held: { code: 13, meaning: "held: a person must decide" },
  interrupted: { code: 130, meaning: "interrupted" },
} as const satisfies Record<string, { code: number; meaning: string }>;

/** The exit of every error code. */
export const ERROR_EXITS: Readonly<Record<ErrorCode, keyof typeof EXIT_CODES>> = {
  invalid_input: "usage",
  unauthenticated: "notAllowed",
  forbidden: "notAllowed",
  human_only: "notAllowed",
  self_review: "notAllowed",
  not_your_turn: "notAllowed",
  not_found: "notFound",
  no_assignment: "notFound",
  wrong_state: "conflict",
  stale_round: "conflict",
  stale_content: "conflict",
  nothing_changed: "conflict",
  unanswered_findings: "conflict",
  rounds_used: "held",
  merging: "conflict",
  on_hold: "held",
  gate_closed: "needsFixes",
  undo_closed: "conflict",
  reused_key: "conflict",
  bad_finding: "usage",
  too_large: "usage",
  too_many_requests: "unreachable",
  upstream_failed: "failed",
  unreachable: "unreachable",
  timed_out: "cancelled",
  internal: "failed",
};
