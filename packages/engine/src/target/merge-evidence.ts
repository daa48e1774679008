import type { LogEntry } from "@countersign/core";
import type { LogFault, VerifiedTask } from "../store/tasks/read-verified-task.ts";

/** Returns the entry that approved exactly the content of the task's round. Null if the log has none. */
export function findApproval({ task, log }: VerifiedTask): LogEntry | null {
  const approval = log.findLast(
    ({ event }) => event.type === "approved" || event.type === "submitted",
  );
  if (approval?.event.type !== "approved") return null;
  return approval.event.tree === task.round?.content.tree ? approval : null;
}

/** Describes why a task's log does not allow its merge, for people. Null if the log approves its content. */
export function describeDamage(
  id: string,
  read: VerifiedTask | { fault: LogFault },
): string | null {
  if ("fault" in read) return faultText(id, read.fault);
  const { is } = read.task.phase;
  const isLetThrough = is === "approved" || is === "merging";
  if (!isLetThrough || findApproval(read) !== null) return null;
  return `The log of ${id} has no approval of what would be merged`;
}

function faultText(id: string, { seq, why }: LogFault): string {
  return why === "wrong_state"
    ? `The stored state of ${id} is not what its log says up to entry ${seq}: it was changed past the log. See: countersign replay ${id}`
    : `The log of ${id} is not what was written, from entry ${seq} on`;
}
