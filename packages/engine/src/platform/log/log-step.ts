import type { LogEntry, Task } from "@countersign/core";
import type { Log, LogEntryLine } from "./log.ts";
import type { LogFields } from "./log-fields.ts";

/** A committed step: the task's previous state, and the entries appended to its log. */
export type CommittedStep = {
  org: string;
  before: Task | null;
  after: Task;
  entries: readonly LogEntry[];
  /** The policy's attempt limit. A person may have granted a different one. */
  attempts: number;
};

/** Logs the activity of a step. */
export function logStep(log: Log, step: CommittedStep): void {
  for (const line of activityLines(step)) log(line);
}

/**
 * Builds the log lines for stored events.
 *
 * The attempt is the one that was judged, not the one that begins.
 */
export function activityLines({
  org,
  before,
  after,
  entries,
  attempts,
}: CommittedStep): LogEntryLine[] {
  const limit = before?.attemptLimit ?? attempts;
  const judged = { attempt: before?.attempt ?? 1, limit, round: after.round?.number };
  return entries.flatMap(({ by, event }): LogEntryLine[] => {
    const who: LogFields = { org, task: after.id, actor: by };
    switch (event.type) {
      case "verdict_recorded": {
        const { requirement, opinion, round, findings } = event.verdict;
        const fields = { ...who, actor: event.verdict.by, round, requirement, opinion };
        return [{ event: "verdict_recorded", fields: { ...fields, findings: findings.length } }];
      }
      case "approved":
        return [
          {
            event: "submitted_review_result",
            prefix: "[REVIEW-APPROVED]",
            fields: { ...who, ...judged, ...(event.override && { cause: "override" }) },
          },
        ];
      case "rework_requested":
        return [
          {
            event: "submitted_review_result",
            prefix: "[REVIEW-REJECTED]",
            fields: { ...who, ...judged, cause: event.cause },
          },
        ];
      case "rejected":
        return [
          {
            event: "submitted_review_result",
            prefix: "[REVIEW-REJECTED]",
            fields: { ...who, ...judged, cause: "rejected" },
          },
        ];
      case "held":
        return event.hold.kind === "escalated" ? [escalation(who, judged, event.hold)] : [];
      default:
        return [];
    }
  });
}

function escalation(
  who: LogFields,
  judged: LogFields,
  { reasons, inTurn }: { reasons: readonly { code: string }[]; inTurn: string },
): LogEntryLine {
  const cause = [...new Set(reasons.map(({ code }) => code))].slice(0, 5).join("+");
  return {
    level: "warn",
    event: "escalated_for_human_review",
    prefix: "[REVIEW-ESCALATION]",
    fields: { ...who, ...judged, actor: inTurn, cause },
  };
}
