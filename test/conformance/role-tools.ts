/** What docs/agents.md promises each role. */
export const ROLES = {
  author: {
    tools: [
      "accept_assignment",
      "explain_decision",
      "get_my_assignment",
      "get_review_status",
      "report_event",
      "respond_to_finding",
      "set_review_mode",
      "submit_for_review",
    ],
    prompts: ["answer-findings", "plan-modes", "redo", "status", "why"],
  },
  reviewer: {
    tools: [
      "accept_assignment",
      "explain_decision",
      "get_change",
      "get_my_assignment",
      "get_review_status",
      "report_event",
      "submit_review_result",
    ],
    prompts: ["review", "status", "why"],
  },
  planner: {
    tools: [
      "create_task",
      "explain_decision",
      "get_review_status",
      "search_tasks",
      "set_review_mode",
    ],
    prompts: ["plan-modes", "status", "why"],
  },
  viewer: {
    tools: ["explain_decision", "get_review_status", "search_tasks"],
    prompts: ["status", "why"],
  },
} as const;

export const RESOURCES = ["chains", "finding schema", "inbox", "policy"];
