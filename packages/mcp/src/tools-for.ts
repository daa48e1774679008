import type { Role } from "@countersign/api";
import type { Tool } from "./tool/tool.ts";
import { acceptAssignmentTool } from "./tools/accept-assignment.ts";
import { createTaskTool } from "./tools/create-task.ts";
import { explainDecisionTool } from "./tools/explain-decision.ts";
import { getChangeTool } from "./tools/get-change.ts";
import { getMyAssignmentTool } from "./tools/get-my-assignment.ts";
import { getReviewStatusTool } from "./tools/get-review-status.ts";
import { reportEventTool } from "./tools/report-event.ts";
import { respondToFindingTool } from "./tools/respond-to-finding.ts";
import { searchTasksTool } from "./tools/search-tasks.ts";
import { setReviewModeTool } from "./tools/set-review-mode.ts";
import { submitForReviewTool } from "./tools/submit-for-review.ts";
import { submitReviewResultTool } from "./tools/submit-review-result.ts";

/** All tools. None of them approves, merges, sends back, dismisses or changes a policy. */
const TOOLS: readonly Tool[] = [
  getMyAssignmentTool,
  acceptAssignmentTool,
  getChangeTool,
  submitForReviewTool,
  submitReviewResultTool,
  getReviewStatusTool,
  respondToFindingTool,
  reportEventTool,
  setReviewModeTool,
  createTaskTool,
  explainDecisionTool,
  searchTasksTool,
];

export function toolsFor(role: Role): readonly Tool[] {
  const asked = role === "human" || role === "admin" ? "viewer" : role;
  return TOOLS.filter(({ roles }) => roles.includes(asked));
}
