import type { Role } from "@countersign/api";
import type { Tool } from "./tool/tool.ts";
import { acceptAssignment } from "./tools/accept-assignment.ts";
import { createTask } from "./tools/create-task.ts";
import { explainDecision } from "./tools/explain-decision.ts";
import { getChange } from "./tools/get-change.ts";
import { getMyAssignment } from "./tools/get-my-assignment.ts";
import { getReviewStatus } from "./tools/get-review-status.ts";
import { reportEvent } from "./tools/report-event.ts";
import { respondToFinding } from "./tools/respond-to-finding.ts";
import { searchTasks } from "./tools/search-tasks.ts";
import { setReviewMode } from "./tools/set-review-mode.ts";
import { submitForReview } from "./tools/submit-for-review.ts";
import { submitReviewResult } from "./tools/submit-review-result.ts";

/** All tools. None of them approves, merges, sends back, dismisses or changes a policy. */
const TOOLS: readonly Tool[] = [
  getMyAssignment,
  acceptAssignment,
  getChange,
  submitForReview,
  submitReviewResult,
  getReviewStatus,
  respondToFinding,
  reportEvent,
  setReviewMode,
  createTask,
  explainDecision,
  searchTasks,
];

export function toolsFor(role: Role): readonly Tool[] {
  const asked = role === "human" || role === "admin" ? "viewer" : role;
  return TOOLS.filter(({ roles }) => roles.includes(asked));
}
