import { hasFailed, type PhaseName, reachedMs, tallyStates } from "@countersign/core";
import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Session } from "../../platform/transact.ts";
import { tasks } from "../schema/schema.ts";
import { sprints } from "../schema/sprint-schema.ts";
import type { OrganisationEvent } from "./organisation-events.ts";
import { type ActingParty, BY_ENGINE, recordChange } from "./organisation-log.ts";

export type StoredSprint = typeof sprints.$inferSelect;

/** A task of a sprint with its current state. */
export type SprintTask = {
  task: string;
  title: string;
  state: PhaseName;
  priority: "P0" | "P1" | "P2";
};

/** Serializes changes to the organisation's sprints. */
export async function lockSprints({ db, org }: Session): Promise<void> {
  await db.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${org} sprint`}, 0))`);
}

/** Reads the open sprint, or the last one if none is open. */
export async function lastSprint({ db, org }: Session): Promise<StoredSprint | null> {
  const [row] = await db
    .select()
    .from(sprints)
    .where(eq(sprints.orgId, org))
    .orderBy(sql`${sprints.ended} DESC NULLS FIRST`, desc(sprints.started))
    .limit(1);
  return row ?? null;
}

/** Reads the open sprint and locks it until the transaction ends. */
export async function lockOpenSprint({ db, org }: Session): Promise<StoredSprint | null> {
  const [row] = await db
    .select()
    .from(sprints)
    .where(and(eq(sprints.orgId, org), isNull(sprints.ended)))
    .for("update");
  return row ?? null;
}

export async function readSprintTasks(
  { db, org }: Session,
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

export async function addSprint(
  session: Session,
  sprint: StoredSprint,
  by: ActingParty,
): Promise<void> {
  await session.db.insert(sprints).values(sprint);
  const { id, tasks: named } = sprint;
  await recordChange(session, by, { type: "sprint_started", sprint: id, tasks: named });
}

/** The organisation log's event for a sprint change, with its details. */
export type SprintEvent =
  | { type: "sprint_extended"; tasks: readonly string[] }
  | { type: "sprint_resumed" | "sprint_stopped" | "sprint_ended" }
  | { type: "sprint_paused"; task?: string };

/** Changes a sprint and records who did. */
export async function updateSprint(
  session: Session,
  { orgId, id }: Pick<StoredSprint, "orgId" | "id">,
  change: Partial<StoredSprint>,
  by: ActingParty,
  event: SprintEvent,
): Promise<void> {
  await session.db
    .update(sprints)
    .set(change)
    .where(and(eq(sprints.orgId, orgId), eq(sprints.id, id)));
  const entry: OrganisationEvent = { ...event, sprint: id };
  await recordChange(session, by, entry);
}

/** Ends a sprint that has reached its target. A paused sprint waits for a person. */
export async function endIfReached(
  session: Session,
  sprint: StoredSprint,
  nowMs: number,
): Promise<boolean> {
  if (sprint.paused !== null) return false;
  const states = (await readSprintTasks(session, sprint.tasks)).map(({ state }) => state);
  const endedMs = reachedMs(sprint.target, tallyStates(states), nowMs);
  if (endedMs === null) return false;
  const change = { ended: new Date(endedMs), endedBy: BY_ENGINE.id };
  await updateSprint(session, sprint, change, BY_ENGINE, { type: "sprint_ended" });
  return true;
}

/** Applies a task's new state to its sprint: ends it, or pauses it after a failure. */
export async function settleSprint(
  session: Session,
  { id, phase }: { id: string; phase: { is: PhaseName } },
  nowMs: number,
): Promise<void> {
  const open = await lockOpenSprint(session);
  if (open === null || open.paused !== null || !open.tasks.includes(id)) return;
  if (await endIfReached(session, open, nowMs)) return;
  if (!open.pauseOnFailure || !hasFailed(phase.is)) return;
  const paused = { paused: new Date(nowMs), pausedBy: BY_ENGINE.id, pausedFor: id };
  await updateSprint(session, open, paused, BY_ENGINE, { type: "sprint_paused", task: id });
}
