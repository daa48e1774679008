import type { RosterCredential, Task } from "@countersign/core";
import { z } from "zod";
import { CLOCK } from "../platform/read-clock.ts";
import type { Session } from "../platform/transact.ts";
import {
  ROSTER_COLUMNS,
  ROSTER_VERSION,
  type Roster,
  type RosterCache,
  RosterRows,
} from "./rosters.ts";
import { wholeTaskSql } from "./schema/task-body.ts";

const Hold = z.object({ scope: z.enum(["repo", "agent", "sprint"]), subject: z.string() });
const Dismissed = z.object({
  fingerprint: z.string(),
  reason: z.string(),
  by: z.string(),
  until: z.number().nullable(),
});

/** The columns that `CONTEXT_COLUMNS` reads. */
export const ContextColumns = RosterRows.extend({
  now: z.coerce.number(),
  repository: z
    .object({
      id: z.string(),
      tip: z.string(),
      target: z.string(),
      policyDigest: z.string().nullable(),
      problem: z.string().nullable(),
      policyAcceptedBy: z.string().nullable(),
    })
    .nullable(),
  seats: z.record(z.string(), z.number()),
  held: z.array(Hold),
  /** The current sprint, and whether it contains the task. Null if there is none. */
  sprint: z
    .object({ has: z.boolean(), paused: z.boolean(), untilMs: z.coerce.number().nullable() })
    .nullable(),
  dismissed: z.array(Dismissed),
});
type ContextColumns = z.infer<typeof ContextColumns>;

/**
 * The rows from which a command's context follows: the clock, the repository, credentials that can answer, holds,
 * the sprint, dismissals.
 */
export type ContextRows = Omit<ContextColumns, keyof RosterRows> & {
  credentials: readonly RosterCredential[];
};

/** Completes the columns that were read with the roster. */
export function withRoster<Columns extends ContextColumns>(
  { rosterVersion: _, credentials: __, ...columns }: Columns,
  roster: Roster,
): Omit<Columns, keyof RosterRows> & ContextRows {
  return { ...columns, credentials: roster.credentialsFor(columns.repository?.id ?? "") };
}

/** Finds the repository of a task, or takes the given one for a new task: $1 organisation, $2 task, $3 repository. */
export const CONTEXT_SOURCES = `place AS (SELECT ${CLOCK} AS now, coalesce(
  (SELECT repo FROM countersign.tasks WHERE org_id = $1 AND task_id = $2), $3) AS repo),
  ${ROSTER_VERSION}`;

/** The values of the statement's first parameters. */
export function contextValues(
  org: string,
  taskId: string,
  repo: string,
  { version, untilMs }: Roster,
): unknown[] {
  return [org, taskId, repo, version, untilMs];
}

/** SQL for `ContextColumns`, read with `CONTEXT_SOURCES`. */
export const CONTEXT_COLUMNS = `
  (SELECT now FROM place) AS now,
  (SELECT json_build_object('id', id, 'tip', tip, 'target', target,
            'policyDigest', policy_digest, 'problem', problem,
            'policyAcceptedBy', policy_accepted_by)
     FROM countersign.repositories WHERE org_id = $1 AND id = (SELECT repo FROM place)) AS repository,
  ${ROSTER_COLUMNS},
  (SELECT coalesce(json_object_agg(s.actor, s.seats), '{}') FROM (
    SELECT unnest(open_seats) AS actor, count(*) AS seats FROM countersign.tasks
     WHERE org_id = $1 AND open_seats <> '{}' AND task_id <> $2 GROUP BY 1) s) AS seats,
  (SELECT coalesce(json_agg(json_build_object('scope', scope, 'subject', subject)), '[]')
     FROM countersign.holds WHERE org_id = $1) AS held,
  (SELECT json_build_object('has', $2 = ANY (tasks), 'paused', paused IS NOT NULL,
            'untilMs', (target ->> 'untilMs')::bigint) FROM countersign.sprints
    WHERE org_id = $1 AND ended IS NULL) AS sprint,
  (SELECT coalesce(json_agg(json_build_object('fingerprint', fingerprint, 'reason', reason,
            'by', by, 'until', (extract(epoch FROM until) * 1000)::bigint)), '[]')
     FROM countersign.dismissals WHERE org_id = $1 AND repo = (SELECT repo FROM place)) AS dismissed`;

/** One prepared statement, because planning costs more than execution. */
const READ = {
  name: "read_task_with_context",
  text: `WITH ${CONTEXT_SOURCES}
    SELECT (SELECT ${wholeTaskSql("body", "planned")} FROM countersign.tasks
             WHERE org_id = $1 AND task_id = $2) AS task,
           ${CONTEXT_COLUMNS}`,
};

/** A task, and the rows of its context. */
export type TaskWithRows = { task: Task; rows: ContextRows };

/** Reads a task without a lock, and the rows of its context. Null if there is no such task. */
export async function readTaskWithRows(
  { client, org }: Session,
  taskId: string,
  rosters: RosterCache,
): Promise<TaskWithRows | null> {
  const known = rosters.known(org);
  const { rows } = await client.query({ ...READ, values: contextValues(org, taskId, "", known) });
  const task: Task | null = rows[0]?.task ?? null;
  if (task === null) return null;
  const columns = ContextColumns.parse(rows[0]);
  return { task, rows: withRoster(columns, rosters.resolve(org, known, columns)) };
}
