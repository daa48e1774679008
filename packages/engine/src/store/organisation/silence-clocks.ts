import { z } from "zod";
import type { Session } from "../../platform/transact.ts";

/**
 * Silence clocks of one repository: the time since each piece of unfinished work, and any agent, was last
 * active.
 */
export type SilenceClocks = {
  work: readonly { task: string; seq: number; quietMs: number }[];
  runQuietMs: number;
};

const AT_ONCE = 100;

/**
 * Events that restart a clock although no agent sent them: work was assigned or returned to the agent, or was
 * just inspected.
 */
const BEGINS = ["claimed", "rework_requested", "resumed", "undone", "checkup_ended"];

const IS_BEGIN = `(e.body->>'type' = ANY($3)
  OR (e.body->>'type' = 'event_reported' AND e.body->>'trigger' = 'silence'))`;

const CLOCK = "extract(epoch FROM clock_timestamp() - ";

/** Selects unfinished work of an agent that is not being inspected already. */
const UNFINISHED = `t.org_id = $1 AND t.state IN ('in_progress', 'rework')
  AND t.body->'checkup' = 'null'::jsonb AND t.body->'phase'->>'agent' IS NOT NULL`;

/** Selects the last activity of each piece of unfinished work. */
const WORK = `
  SELECT t.task_id AS task, t.seq, ${CLOCK} heard.at) * 1000 AS "quietMs"
    FROM countersign.tasks t
    CROSS JOIN LATERAL (
      SELECT e.at FROM countersign.events e
       WHERE e.org_id = t.org_id AND e.task_id = t.task_id AND e.opened = t.opened
         AND (e.actor = t.body->'phase'->>'agent' OR ${IS_BEGIN})
       ORDER BY e.seq DESC LIMIT 1) heard
   WHERE ${UNFINISHED} AND t.repo = $2
   ORDER BY heard.at LIMIT ${AT_ONCE}`;

/**
 * Selects whether any agent in the repository was active while the run's clock was running: authors, even if
 * their work is submitted by now, and reviewing agents.
 */
const RUN = `
  SELECT ${CLOCK} e.at) * 1000 AS "quietMs"
    FROM countersign.tasks t
    JOIN countersign.events e
      ON e.org_id = t.org_id AND e.task_id = t.task_id AND e.opened = t.opened
   WHERE t.org_id = $1 AND t.repo = $2
     AND t.updated > clock_timestamp() - $4::float8 * interval '1 ms'
     AND e.at > clock_timestamp() - $4::float8 * interval '1 ms'
     AND (t.body->'authors' ? e.actor OR e.actor = t.body->'phase'->>'agent'
       OR e.body->'verdict'->>'byKind' = 'agent' OR ${IS_BEGIN})
   LIMIT 1`;

const Work = z.array(z.object({ task: z.string(), seq: z.int(), quietMs: z.coerce.number() }));
const Run = z.array(z.object({ quietMs: z.coerce.number() }));

/** Lists the repositories in which agents have unfinished work. */
export async function listReposWithWork({ client, org }: Session): Promise<Set<string>> {
  const text = `SELECT DISTINCT t.repo FROM countersign.tasks t WHERE ${UNFINISHED}`;
  const { rows } = await client.query<{ repo: string }>({ text, values: [org] });
  return new Set(rows.map(({ repo }) => repo));
}

/** Reads the clocks of a repository. `runMs` is the limit of the run's clock. */
export async function readSilenceClocks(
  { client, org }: Session,
  { repo, runMs }: { repo: string; runMs: number },
): Promise<SilenceClocks> {
  const values = [org, repo, BEGINS];
  const work = Work.parse((await client.query({ name: "work_clocks", text: WORK, values })).rows);
  if (work.length === 0) return { work, runQuietMs: 0 };
  const [run] = Run.parse(
    (await client.query({ name: "run_clock", text: RUN, values: [...values, runMs] })).rows,
  );
  return { work, runQuietMs: run?.quietMs ?? runMs };
}
