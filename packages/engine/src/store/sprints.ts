import { hasFailed, type PhaseName, reachedMs, tallyOf } from "@countersign/core";
import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { tasks } from "./schema.ts";
import { sprints } from "./sprint-schema.ts";
import type { Session } from "./transact.ts";

export type StoredSprint = typeof sprints.$inferSelect;

/** A task of a sprint as it stands now. */
export type SprintTask = {
  task: string;
  title: string;
  state: PhaseName;
  priority: "P0" | "P1" | "P2";
};

/** Those who change a sprint come one after the other. */
export async function lockSprints({ db }: Session, org: string): Promise<void> {
  await db.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${org} sprint`}, 0))`);
}

/** The sprint that has not ended, or else the last one. */
export async function lastSprint({ db }: Session, org: string): Promise<StoredSprint | null> {
  const [row] = await db
    .select()
    .from(sprints)
    .where(eq(sprints.orgId, org))
    .orderBy(sql`${sprints.ended} DESC NULLS FIRST`, desc(sprints.started))
    .limit(1);
  return row ?? null;
}

/** The sprint that has not ended, which nobody else changes until the transaction is over. */
export async function lockOpenSprint({ db }: Session, org: string): Promise<StoredSprint | null> {
  const [row] = await db
    .select()
    .from(sprints)
    .where(and(eq(sprints.orgId, org), isNull(sprints.ended)))
    .for("update");
  return row ?? null;
}

export async function readSprintTasks(
  { db }: Session,
  org: string,
  ids: readonly string[],
): Promise<SprintTask[]> {
  const { taskId: task, title, state, priority } = tasks;
  const rows = await db
    .select({ task, title, state, priority })
    .from(tasks)
    .where(and(eq(tasks.orgId, org), inArray(tasks.taskId, [...ids])));
  const known = new Map(rows.map((row) => [row.task, row]));
  return ids.flatMap((id) => known.get(id) ?? []);
}

export async function addSprint({ db }: Session, sprint: StoredSprint): Promise<void> {
  await db.insert(sprints).values(sprint);
}

export async function updateSprint(
  { db }: Session,
  { orgId, id }: Pick<StoredSprint, "orgId" | "id">,
  change: Partial<StoredSprint>,
): Promise<void> {
  await db
    .update(sprints)
    .set(change)
    .where(and(eq(sprints.orgId, orgId), eq(sprints.id, id)));
}

/** Who ends or pauses a sprint when nobody does. */
export const BY_ITSELF = "countersign";

/** Ends a sprint whose target is reached. One that is paused waits for a person. */
export async function endIfReached(
  session: Session,
  sprint: StoredSprint,
  nowMs: number,
): Promise<boolean> {
  if (sprint.paused !== null) return false;
  const states = (await readSprintTasks(session, sprint.orgId, sprint.tasks)).map(
    ({ state }) => state,
  );
  const endedMs = reachedMs(sprint.target, tallyOf(states), nowMs);
  if (endedMs === null) return false;
  await updateSprint(session, sprint, { ended: new Date(endedMs), endedBy: BY_ITSELF });
  return true;
}

/** What a task's new state means for the sprint that it is in: its end, or a pause for a failure. */
export async function settleSprint(
  session: Session,
  org: string,
  { id, phase }: { id: string; phase: { is: PhaseName } },
  nowMs: number,
): Promise<void> {
  const open = await lockOpenSprint(session, org);
  if (open === null || open.paused !== null || !open.tasks.includes(id)) return;
  if (await endIfReached(session, open, nowMs)) return;
  if (!open.pauseOnFailure || !hasFailed(phase.is)) return;
  const paused = { paused: new Date(nowMs), pausedBy: BY_ITSELF, pausedFor: id };
  await updateSprint(session, open, paused);
}
