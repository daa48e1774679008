import type { Actor, Context, RosterEntry, Task } from "@countersign/core";
import { z } from "zod";
import { actorOf, ROLES } from "../access/principal.ts";
import { engineRunNames } from "../rounds/engine-run.ts";
import type { ContextSource } from "../store/execute.ts";
import { noRepository } from "../store/repositories.ts";
import type { Session } from "../store/transact.ts";
import type { Parts } from "./parts.ts";

/** Who speaks when the engine itself does. */
export const ENGINE: Actor = { id: "countersign", kind: "system", planner: false };

/** What surrounds a command, read behind the task's lock: the database's clock, the policy in force, holds. */
export function surroundings(
  { policies, runners }: Pick<Parts, "policies" | "runners">,
  org: string,
  actor: Actor,
  newTask: { repo: string } | null = null,
): ContextSource {
  return {
    actor,
    async read(session, task) {
      const repo = task?.repo ?? newTask?.repo ?? "";
      const found = await readAll(session, org, repo, task?.id ?? "");
      const { now, repository, people, dismissed } = found;
      const policy = await policies.of(session, org, repository ?? noRepository(repo));
      return {
        actor,
        policy,
        nowMs: now,
        inSprint: found.paused !== null,
        roster: people.map(rosterEntry),
        engineRun: engineRunNames(policy, runners),
        holds: holdsOn(found, repo, actor, task),
        dismissals: dismissed.map(({ until, ...known }) => ({
          ...known,
          ...(until === null ? {} : { untilMs: until }),
        })),
      };
    },
  };
}

/** The database's clock: the same for every process, whatever their machines believe. */
export async function readClock({ client }: Session): Promise<number> {
  const { rows } = await client.query<{ ms: string }>(`SELECT ${CLOCK} AS ms`);
  return Number(rows[0]?.ms);
}

const CLOCK = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

const Person = z.object({
  actor: z.string(),
  role: z.enum(ROLES),
  department: z.string().nullable(),
  family: z.string().nullable(),
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
    })
    .nullable(),
  people: z.array(Person),
  held: z.array(Hold),
  /** Whether the sprint that has the task is paused; null: none has it. */
  paused: z.boolean().nullable(),
  dismissed: z.array(Dismissed),
});

/** One statement, because every command needs it, and prepared, because planning it costs more than running it. */
const READ_ALL = {
  name: "read_surroundings",
  text: `
    SELECT ${CLOCK} AS now,
      (SELECT json_build_object('id', id, 'tip', tip, 'target', target,
                'policyDigest', policy_digest, 'problem', problem)
         FROM countersign.repositories WHERE org_id = $1 AND id = $2) AS repository,
      (SELECT coalesce(json_agg(p ORDER BY p.actor), '[]') FROM (
        SELECT DISTINCT ON (actor, role = 'human') actor, role, department, model_family AS family
          FROM countersign.credentials
         WHERE org_id = $1 AND revoked IS NULL AND (expires IS NULL OR expires > now())
           AND role IN ('author', 'reviewer', 'planner', 'human')
         ORDER BY actor, role = 'human', created) p) AS people,
      (SELECT coalesce(json_agg(json_build_object('scope', scope, 'subject', subject)), '[]')
         FROM countersign.holds WHERE org_id = $1) AS held,
      (SELECT paused IS NOT NULL FROM countersign.sprints
        WHERE org_id = $1 AND ended IS NULL AND $3 = ANY (tasks)) AS paused,
      (SELECT coalesce(json_agg(json_build_object('fingerprint', fingerprint, 'reason', reason,
                'by', by, 'until', (extract(epoch FROM until) * 1000)::bigint)), '[]')
         FROM countersign.dismissals WHERE org_id = $1 AND repo = $2) AS dismissed`,
};

/** What every command needs: the clock, the repository, live credentials, holds, pauses and dismissals. */
async function readAll(
  { client }: Session,
  org: string,
  repo: string,
  task: string,
): Promise<z.infer<typeof Row>> {
  const { rows } = await client.query({ ...READ_ALL, values: [org, repo, task] });
  return Row.parse(rows[0]);
}

function rosterEntry({ actor, role, department, family }: z.infer<typeof Person>): RosterEntry {
  return {
    id: actor,
    kind: actorOf(actor, role).kind === "human" ? "human" : "agent",
    load: 0,
    ...(department === null ? {} : { department }),
    ...(family === null ? {} : { modelFamily: family }),
  };
}

function holdsOn(
  { held, paused }: Pick<z.infer<typeof Row>, "held" | "paused">,
  repo: string,
  actor: Actor,
  task: Task | null,
): Context["holds"] {
  const agents = [actor.id, task?.assignee];
  return {
    repo: held.some(({ scope, subject }) => scope === "repo" && subject === repo),
    agent: held.some(({ scope, subject }) => scope === "agent" && agents.includes(subject)),
    sprint: paused === true,
  };
}
