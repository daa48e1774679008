import type { Round, Task } from "@countersign/core";

/**
 * The facts and the plan of a task's current round. They are most of a task's state and change with a plan only, so
 * they have a column of their own, which other commands neither read nor write.
 */
export type PlannedPart = Pick<Round, "facts" | "plan">;

/** A task's state as stored in `body`. Rows of older releases, and rounds without a plan, have both in it. */
export type TaskBody = Omit<Task, "round"> & {
  round: (Omit<Round, keyof PlannedPart> & Partial<PlannedPart>) | null;
};

/** SQL for the whole state of a task, from its two columns. */
export function wholeTaskSql(body: string, planned: string): string {
  return `CASE WHEN ${planned} IS NULL THEN ${body}
    ELSE jsonb_set(${body}, '{round}', ${body} -> 'round' || ${planned}) END`;
}

/** Returns the planned part of a task. Null if its current round has none. */
export function plannedPart({ round }: Task): PlannedPart | null {
  if (round === null || (round.facts === null && round.plan === null)) return null;
  return { facts: round.facts, plan: round.plan };
}

/** Returns the state of a task without its planned part. */
export function withoutPlanned(task: Task): TaskBody {
  if (task.round === null || plannedPart(task) === null) return task;
  const { facts: _, plan: __, ...round } = task.round;
  return { ...task, round };
}

/** Puts the two columns of a task together. */
export function joinPlanned(body: TaskBody, planned: PlannedPart | null): Task {
  const { round } = body;
  if (round === null) return { ...body, round };
  const { facts = null, plan = null } = planned ?? round;
  return { ...body, round: { ...round, facts, plan } };
}
