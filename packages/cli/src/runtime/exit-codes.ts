/** What the exit code says. Errors have theirs in the core's table, which uses no other numbers. */
export const EXIT_CODES = {
  done: { code: 0, meaning: "done; gate pass or pass_with_warnings" },
  failed: { code: 1, meaning: "failed, unexpected" },
  usage: { code: 2, meaning: "usage error" },
  cancelled: { code: 3, meaning: "cancelled, or --timeout ran out" },
  notAllowed: { code: 4, meaning: "not signed in, or not allowed" },
  notFound: { code: 5, meaning: "no such task, finding or repository" },
  conflict: { code: 6, meaning: "conflict: it changed since you looked" },
  unreachable: { code: 7, meaning: "engine not reachable" },
  pending: { code: 8, meaning: "still pending" },
  gateFail: { code: 10, meaning: "gate fail" },
  needsFixes: { code: 11, meaning: "gate needs_fixes" },
  warnings: { code: 12, meaning: "gate pass_with_warnings and --fail-on warning" },
  held: { code: 13, meaning: "held: a person is needed" },
  interrupted: { code: 130, meaning: "interrupted" },
} as const satisfies Record<string, { code: number; meaning: string }>;
