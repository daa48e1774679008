import { CountersignError, clarifyQuestion, composeRedo, type Task } from "@countersign/core";
import { requirePermission } from "../access/permissions.ts";
import type { Principal } from "../access/principal.ts";
import type { EngineScope } from "../execute/engine-scope.ts";

/** Feedback for the author of a task before the next round of work. */
export type AuthorFeedback = {
  task: string;
  /** The current round of work. */
  round: number;
  attempt: number;
  attemptLimit: number;
  /** Null if there is no feedback. */
  text: string | null;
};

export async function feedback(
  scope: EngineScope,
  by: Principal,
  taskId: string,
): Promise<AuthorFeedback> {
  requirePermission(by, "read", taskId);
  const task = await scope.store.load(by.org, taskId);
  if (task === null) throw new CountersignError("not_found", `There is no task ${taskId}`);
  const { feedback: wanted } = await scope.transact((session) =>
    scope.policies.inForce(session, task.repo),
  );
  const attemptLimit = await readAttemptLimit(scope, task);
  return composeFeedback(task, { attemptLimit, maxTokens: wanted.maxTokens });
}

/** Returns the attempt limit of a task: granted by a person, or else from the policy. */
export async function readAttemptLimit(
  { transact, policies }: EngineScope,
  { attemptLimit, repo }: Task,
): Promise<number> {
  if (attemptLimit !== null) return attemptLimit;
  const { limits } = await transact((session) => policies.inForce(session, repo));
  return limits.attempts;
}

/** Builds the author's feedback within the policy's limits. */
export function composeFeedback(
  task: Task,
  { attemptLimit, maxTokens }: { attemptLimit: number; maxTokens: number },
): AuthorFeedback {
  const { id, phase, round, attempt } = task;
  const reviewed = round?.number ?? 0;
  const next = phase.is === "reviewing" || phase.is === "held" ? reviewed : reviewed + 1;
  const standing = { task: id, round: Math.max(1, next), attempt, attemptLimit };
  return { ...standing, text: textFor(task, standing, maxTokens) };
}

function textFor(
  task: Task,
  standing: Omit<AuthorFeedback, "text">,
  maxTokens: number,
): string | null {
  const { phase, round, feedback: history, findings } = task;
  if (round === null) return null;
  if (phase.is === "held" && phase.kind === "clarify" && phase.question !== null)
    return clarifyQuestion(task.id, phase.question, round.verdicts.items);
  const isWork = phase.is === "open" || phase.is === "in_progress" || phase.is === "rework";
  if (!isWork || !round.sentBack) return null;
  return composeRedo({
    ...standing,
    cause: reworkCause(task, round.number),
    feedback: history,
    findings,
    verdicts: round.verdicts.items,
    maxTokens,
  });
}

/**
 * Returns the cause of the rework. After the author resumes work, the phase no longer contains it, so the
 * person's feedback is used.
 */
function reworkCause(
  { phase, feedback: history }: Task,
  round: number,
): "automatic" | "person" | "merge" | "base" {
  if (phase.is === "rework") return phase.cause;
  const last = history.findLast(({ decision }) => decision === "redo");
  return last?.iteration === round ? "person" : "automatic";
}
