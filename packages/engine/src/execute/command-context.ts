import {
  type Actor,
  awaitedBase,
  buildRoster,
  type Context,
  ROLES,
  type RosterCredential,
  type Task,
} from "@countersign/core";
import { z } from "zod";
import { CLOCK } from "../platform/read-clock.ts";
import type { Session } from "../platform/transact.ts";
import { engineRunNames } from "../policy/engine-run.ts";
import type { CommandPhases } from "../store/execute.ts";
import { throwRepositoryNotFound } from "../store/organisation/repositories.ts";
import { readBaseTask } from "../store/tasks/base-tasks.ts";
import type { EngineScope } from "./engine-scope.ts";

/** Reads a command's context while the task is locked: the database's clock, the policy in force, holds. */
export function commandContext(
  { policies, runners, readiness }: Pick<EngineScope, "policies" | "runners" | "readiness">,
  actor: Actor,
  newTask: { repo: string } | null = null,
): Pick<CommandPhases, "actor" | "readContext"> {
  return {
    actor,
    async readContext(session, task) {
      const repo = task?.repo ?? newTask?.repo ?? "";
      const found = await readAll(session, repo, task?.id ?? "");
      const { now, dismissed } = found;
      const repository = found.repository ?? throwRepositoryNotFound(repo);
      const policy = await policies.of(session, repository);
      const engineRun = engineRunNames(policy, runners);
      return {
        actor,
        policy,
        // An upgrade compiles the accepted file into another policy, which no person accepted as such.
        policyAcceptedBy:
          repository.policyDigest === policy.digest ? repository.policyAcceptedBy : null,
        nowMs: now,
        inSprint: found.sprint?.has === true,
        roster: buildRoster({
          repo,
          task: task?.id ?? "",
          nowMs: now,
          credentials: found.credentials.map((known) => rosterCredential(known, repo)),
          engineRun,
          runnable: readiness.ready(policy),
          openSeats: found.seats,
        }),
        engineRun,
        holds: holdsOn(found, repo, actor, task),
        ...(await readBaseOfRound(session, task)),
        dismissals: dismissed.map(({ until, ...known }) => ({
          ...known,
          ...(until === null ? {} : { untilMs: until }),
        })),
      };
    },
  };
}

/** Returns the base task of the current round. */
async function readBaseOfRound(
  session: Session,
  task: Task | null,
): Promise<Pick<Context, "baseTask">> {
  const base = task === null ? null : awaitedBase(task);
  return base === null ? {} : { baseTask: await readBaseTask(session, base) };
}

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
const Row = z.object({
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

/** A single prepared statement, because every command needs it and planning costs more than execution. */
const READ_ALL = {
  name: "read_surroundings",
  text: `
    SELECT ${CLOCK} AS now,
      (SELECT json_build_object('id', id, 'tip', tip, 'target', target,
                'policyDigest', policy_digest, 'problem', problem,
                'policyAcceptedBy', policy_accepted_by)
         FROM countersign.repositories WHERE org_id = $1 AND id = $2) AS repository,
      (SELECT coalesce(json_agg(p ORDER BY p.actor), '[]') FROM (
        SELECT DISTINCT ON (c.actor, c.role, c.task_id) c.actor, c.role, c.task_id AS task,
               c.department, c.model_family AS family,
               (extract(epoch FROM r.seen) * 1000)::bigint AS "seenMs"
          FROM countersign.credentials c
          LEFT JOIN countersign.reviewer_connections r
            ON r.org_id = c.org_id AND r.credential = c.id AND r.repo = $2
         WHERE c.org_id = $1 AND c.revoked IS NULL AND (c.expires IS NULL OR c.expires > now())
           AND (c.role = 'human' OR (c.role = 'reviewer' AND r.seen IS NOT NULL))
         ORDER BY c.actor, c.role, c.task_id, r.seen DESC NULLS LAST, c.created) p) AS credentials,
      (SELECT coalesce(json_object_agg(s.actor, s.seats), '{}') FROM (
        SELECT unnest(open_seats) AS actor, count(*) AS seats FROM countersign.tasks
         WHERE org_id = $1 AND open_seats <> '{}' AND task_id <> $3 GROUP BY 1) s) AS seats,
      (SELECT coalesce(json_agg(json_build_object('scope', scope, 'subject', subject)), '[]')
         FROM countersign.holds WHERE org_id = $1) AS held,
      (SELECT json_build_object('has', $3 = ANY (tasks), 'paused', paused IS NOT NULL,
                'untilMs', (target ->> 'untilMs')::bigint) FROM countersign.sprints
        WHERE org_id = $1 AND ended IS NULL) AS sprint,
      (SELECT coalesce(json_agg(json_build_object('fingerprint', fingerprint, 'reason', reason,
                'by', by, 'until', (extract(epoch FROM until) * 1000)::bigint)), '[]')
         FROM countersign.dismissals WHERE org_id = $1 AND repo = $2) AS dismissed`,
};

/**
 * Reads the context of a command: the clock, the repository, credentials that can answer, holds, pauses,
 * dismissals.
 */
async function readAll(
  { client, org }: Session,
  repo: string,
  task: string,
): Promise<z.infer<typeof Row>> {
  const { rows } = await client.query({ ...READ_ALL, values: [org, repo, task] });
  return Row.parse(rows[0]);
}

function rosterCredential(
  { department, family, seenMs, ...known }: z.infer<typeof Credential>,
  repo: string,
): RosterCredential {
  return {
    ...known,
    ...(department === null ? {} : { department }),
    ...(family === null ? {} : { modelFamily: family }),
    connections: seenMs === null ? [] : [{ repo, seenMs }],
  };
}

function holdsOn(
  { held, sprint, now }: Pick<z.infer<typeof Row>, "held" | "sprint" | "now">,
  repo: string,
  actor: Actor,
  task: Task | null,
): Context["holds"] {
  const agents = [actor.id, task?.assignee];
  const isRunning = sprint !== null && !sprint.paused && now < (sprint.untilMs ?? Infinity);
  return {
    repo: held.some(({ scope, subject }) => scope === "repo" && subject === repo),
    agent: held.some(({ scope, subject }) => scope === "agent" && agents.includes(subject)),
    sprint: sprint?.has === true && sprint.paused,
    otherSprint: isRunning && !sprint.has,
  };
}
