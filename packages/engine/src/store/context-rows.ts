import { ROLES, type Task } from "@countersign/core";
import { z } from "zod";
import { CLOCK } from "../platform/read-clock.ts";
import type { Session } from "../platform/transact.ts";

const Credential = z.object({
  actor: z.string(),
  role: z.enum(ROLES),
  task: z.string().nullable(),
  department: z.string().nullable(),
  family: z.string().nullable(),
  /** The last heartbeat as a reviewer connection for the repository. */
  seenMs: z.number().nullable(),
});
const Hold = z.object({ scope: z.enum(["repo", "agent", "sprint"]), subject: z.string() });
const Dismissed = z.object({
  fingerprint: z.string(),
  reason: z.string(),
  by: z.string(),
  until: z.number().nullable(),
});

/**
 * The rows from which a command's context follows: the clock, the repository, credentials that can answer, holds,
 * the sprint, dismissals.
 */
export const ContextRows = z.object({
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
  credentials: z.array(Credential),
  seats: z.record(z.string(), z.number()),
  held: z.array(Hold),
  /** The current sprint, and whether it contains the task. Null if there is none. */
  sprint: z
    .object({ has: z.boolean(), paused: z.boolean(), untilMs: z.coerce.number().nullable() })
    .nullable(),
  dismissed: z.array(Dismissed),
});
export type ContextRows = z.infer<typeof ContextRows>;

/** Finds the repository of a task, or takes the given one for a new task: $1 organisation, $2 task, $3 repository. */
export const REPO_OF_TASK = `place AS (SELECT coalesce(
  (SELECT repo FROM countersign.tasks WHERE org_id = $1 AND task_id = $2), $3) AS repo)`;

/** The columns of `ContextRows`, read with `place`. */
export const CONTEXT_COLUMNS = `
  ${CLOCK} AS now,
  (SELECT json_build_object('id', id, 'tip', tip, 'target', target,
            'policyDigest', policy_digest, 'problem', problem,
            'policyAcceptedBy', policy_accepted_by)
     FROM countersign.repositories WHERE org_id = $1 AND id = (SELECT repo FROM place)) AS repository,
  (SELECT coalesce(json_agg(p ORDER BY p.actor), '[]') FROM (
    SELECT DISTINCT ON (c.actor, c.role, c.task_id) c.actor, c.role, c.task_id AS task,
           c.department, c.model_family AS family,
           (extract(epoch FROM r.seen) * 1000)::bigint AS "seenMs"
      FROM countersign.credentials c
      LEFT JOIN countersign.reviewer_connections r
        ON r.org_id = c.org_id AND r.credential = c.id AND r.repo = (SELECT repo FROM place)
     WHERE c.org_id = $1 AND c.revoked IS NULL AND (c.expires IS NULL OR c.expires > now())
       AND (c.role = 'human' OR (c.role = 'reviewer' AND r.seen IS NOT NULL))
     ORDER BY c.actor, c.role, c.task_id, r.seen DESC NULLS LAST, c.created) p) AS credentials,
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
  text: `WITH ${REPO_OF_TASK}
    SELECT (SELECT body FROM countersign.tasks WHERE org_id = $1 AND task_id = $2) AS task,
           ${CONTEXT_COLUMNS}`,
};

/** Reads a task without a lock, and the rows of its context. Null if there is no such task. */
export async function readTaskWithRows(
  { client, org }: Session,
  taskId: string,
): Promise<{ task: Task; rows: ContextRows } | null> {
  const { rows } = await client.query({ ...READ, values: [org, taskId, ""] });
  const task: Task | null = rows[0]?.task ?? null;
  return task === null ? null : { task, rows: ContextRows.parse(rows[0]) };
}
