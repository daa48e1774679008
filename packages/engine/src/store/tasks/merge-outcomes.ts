import type { Content } from "@countersign/core";
import { and, asc, eq, gte, isNotNull, sql } from "drizzle-orm";
import type { Session } from "../../platform/transact.ts";
import { mergeOutcomes } from "../schema/outcome-schema.ts";
import { tasks } from "../schema/schema.ts";
import { acceptedTips } from "../schema/target-schema.ts";
import { readLog } from "./event-log.ts";

/** Days after a merge in which a later change of the target counts. */
const WATCHED_DAYS = 7;
const WATCHED = sql.raw(`interval '${WATCHED_DAYS} days'`);
const WATCHED_MS = WATCHED_DAYS * 86_400_000;

const MAX_TASKS = 1_000;

/** An accepted commit of a target. */
export type AcceptedTip = { position: number; tip: string; atMs: number };

/** Lists the recently accepted commits of a target from a position on, oldest first. */
export async function listRecentTips(
  { db, org }: Session,
  repo: string,
  from: number,
): Promise<AcceptedTip[]> {
  const rows = await db
    .select({ position: acceptedTips.position, tip: acceptedTips.tip, at: acceptedTips.at })
    .from(acceptedTips)
    .where(
      and(
        eq(acceptedTips.orgId, org),
        eq(acceptedTips.repo, repo),
        gte(acceptedTips.position, from),
        gte(acceptedTips.at, sql`now() - ${WATCHED}`),
      ),
    )
    .orderBy(asc(acceptedTips.position));
  return rows.map(({ at, ...row }) => ({ ...row, atMs: at.getTime() }));
}

/** A finished task with the paths and the content of its last round. */
export type FinishedTask = { task: string; paths: readonly string[]; content: Content };

/** Lists the tasks of a repository that ended while their work is watched. The newest come first. */
export async function listFinishedTasks(
  { db, org }: Session,
  repo: string,
): Promise<FinishedTask[]> {
  const rows = await db
    .select({
      task: tasks.taskId,
      paths: sql<string>`${tasks.paths}`,
      content: sql<Content | null>`${tasks.body} #> '{round,content}'`,
    })
    .from(tasks)
    .where(
      and(
        eq(tasks.orgId, org),
        eq(tasks.state, "done"),
        gte(tasks.updated, sql`now() - ${WATCHED}`),
        eq(tasks.repo, repo),
        isNotNull(tasks.paths),
      ),
    )
    .orderBy(sql`${tasks.updated} DESC`)
    .limit(MAX_TASKS);
  return rows.flatMap(({ task, paths, content }) =>
    content === null ? [] : [{ task, paths: paths.split("\n"), content }],
  );
}

/** Finds the commit with which the target got the work of a task, if it is recent enough at a time. Null if not. */
export async function findMergeCommit(
  session: Session,
  task: string,
  atMs: number,
): Promise<string | null> {
  const log = await readLog(session, task, 1);
  for (const { event, atMs: mergedMs } of log.toReversed()) {
    const isMerged =
      event.type === "merged" || (event.type === "closed_elsewhere" && event.outcome === "merged");
    if (isMerged) return atMs - mergedMs <= WATCHED_MS ? (event.commit ?? null) : null;
  }
  return null;
}

/** Stores what happened to merged work. An outcome that is stored already stays. */
export async function addMergeOutcome(
  { db, org }: Session,
  outcome: Omit<typeof mergeOutcomes.$inferInsert, "orgId" | "at">,
): Promise<void> {
  await db
    .insert(mergeOutcomes)
    .values({ orgId: org, ...outcome })
    .onConflictDoNothing();
}

/** The tasks that were reopened after they were done, of those that changed since a time. */
const REOPENED = `
  INSERT INTO countersign.merge_outcomes (org_id, task_id, outcome, repo, at)
  SELECT DISTINCT ON (t.task_id) t.org_id, t.task_id, 'reopened', t.repo, r.at
    FROM countersign.tasks t
    JOIN countersign.events r
      ON r.org_id = t.org_id AND r.task_id = t.task_id AND r.opened = t.opened
     AND r.body ->> 'type' = 'reopened'
    JOIN countersign.events d
      ON d.org_id = t.org_id AND d.task_id = t.task_id AND d.opened = t.opened AND d.seq < r.seq
     AND d.at >= r.at - interval '${WATCHED_DAYS} days'
     AND (d.body ->> 'type' IN ('merged', 'completed')
          OR (d.body ->> 'type' = 'closed_elsewhere' AND d.body ->> 'outcome' = 'merged'))
   WHERE t.org_id = $1 AND t.updated >= to_timestamp($2 / 1000.0)
   ORDER BY t.task_id, r.seq
  ON CONFLICT DO NOTHING`;

/** Stores the tasks that were reopened after they were done. Reads the logs of tasks that changed since a time. */
export async function addReopenedTasks({ client, org }: Session, sinceMs: number): Promise<void> {
  await client.query(REOPENED, [org, sinceMs]);
}
