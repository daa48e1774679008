import type { Client } from "pg";
import { APP_ROLE, WORKER_ROLE } from "../platform/postgres/roles.ts";

/** The schema that graphile-worker creates and migrates. */
export const QUEUE_SCHEMA = "countersign_queue";

/** The only task. Stored jobs refer to it by this name, so it must not change. */
export const TASK = "do_job";

/**
 * How often workers may start a job without finishing it before it is postponed. Most workers that die do so
 * for other reasons.
 */
const MAX_STARTS = 20;

const SAFE = "SET search_path = pg_catalog, pg_temp";
const ORG = "nullif(current_setting('countersign.org', true), '')";

/**
 * Adds jobs that are neither queued nor finished. Only the owner may call it.
 *
 * A job's content is one of its flags, because the view `jobs` does not show payloads and backups need them.
 * Starts count as attempts, so the maximum of attempts is out of reach.
 */
const ADD_JOBS = `
  CREATE OR REPLACE FUNCTION countersign_durable.add_jobs(jobs json) RETURNS void
  LANGUAGE plpgsql ${SAFE} AS $$
  BEGIN
    PERFORM ${QUEUE_SCHEMA}.add_jobs(new.specs) FROM (
      SELECT array_agg((
               '${TASK}', '{}'::json, j.queue || '/' || md5(j.partition) || '/' || j.serial,
               statement_timestamp() + j.delay_ms * interval '1 ms' + j.place * interval '1 us',
               32767, j.id, CASE j.queue WHEN 'effects' THEN 0 WHEN 'merges' THEN 1 ELSE 2 END,
               ARRAY[j.queue, j.content::text]
             )::${QUEUE_SCHEMA}.job_spec) AS specs
        FROM (SELECT DISTINCT ON (r.id) r.* FROM ROWS FROM (json_to_recordset(jobs) AS (
                id text, queue text, partition text, serial int, "delayMs" float8, content json
              )) WITH ORDINALITY AS r(id, queue, partition, serial, delay_ms, content, place)) AS j
       WHERE NOT EXISTS (SELECT FROM ${QUEUE_SCHEMA}.jobs q WHERE q.key = j.id)
         AND NOT EXISTS (SELECT FROM countersign_durable.finished f WHERE f.id = j.id)
    ) AS new WHERE new.specs IS NOT NULL;
  END $$`;

/** Adds jobs of the transaction's organisation: ids and partitions start with it. */
const ENQUEUE = `
  CREATE OR REPLACE FUNCTION countersign_durable.enqueue(jobs json) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER ${SAFE} AS $$
  BEGIN
    IF EXISTS (
      SELECT FROM json_to_recordset(jobs) AS j(id text, queue text, partition text, serial int)
       WHERE (starts_with(j.id, ${ORG} || ':') AND j.queue IN ('effects', 'merges', 'reviewers')
              AND (j.queue = 'effects') = (j.partition IS NULL)
              AND (j.partition IS NULL) = (j.serial IS NULL)
              AND (j.partition IS NULL OR starts_with(j.partition, ${ORG} || '/'))) IS NOT TRUE
    ) THEN
      RAISE insufficient_privilege USING MESSAGE = 'a job belongs to another organisation';
    END IF;
    PERFORM countersign_durable.add_jobs(jobs);
  END $$`;

/** Lists the unfinished jobs of the session's organisation. */
const UNFINISHED = `
  CREATE OR REPLACE FUNCTION countersign_durable.unfinished()
  RETURNS TABLE (id text, queue text, content jsonb, status text, due timestamptz)
  LANGUAGE sql STABLE SECURITY DEFINER ${SAFE} AS $$
    SELECT j.key, (SELECT f FROM jsonb_object_keys(j.flags) f WHERE NOT starts_with(f, '{')),
           (SELECT f::jsonb FROM jsonb_object_keys(j.flags) f WHERE starts_with(f, '{')),
           CASE WHEN j.locked_at IS NOT NULL THEN 'pending'
                WHEN j.run_at > clock_timestamp() THEN 'delayed' ELSE 'enqueued' END,
           j.run_at
      FROM ${QUEUE_SCHEMA}.jobs j WHERE starts_with(j.key, ${ORG} || ':')
  $$`;

/**
 * Records that a worker is alive, and returns the jobs of dead ones to the queue. Without \`dead_after_ms\` it
 * judges no other worker.
 *
 * Jobs that too many workers died running are postponed. They are never dropped: workers that are killed, for
 * example on a machine without memory, must not decide what gets done.
 */
const BEAT = `
  CREATE OR REPLACE FUNCTION countersign_durable.beat(
    own text[], dead_after_ms float8, put_off_ms float8, OUT taken int, OUT put_off int)
  LANGUAGE plpgsql ${SAFE} AS $$
  DECLARE
    dead text[];
    worn bigint[];
  BEGIN
    INSERT INTO countersign_durable.executors (id) SELECT unnest(own)
      ON CONFLICT (id) DO UPDATE SET beat = clock_timestamp();
    SELECT array_agg(e.id) INTO dead FROM (
      SELECT id FROM countersign_durable.executors
       WHERE id <> ALL (own) AND beat <= clock_timestamp() - dead_after_ms * interval '1 ms'
         FOR UPDATE SKIP LOCKED) AS e;
    taken := 0;
    put_off := 0;
    IF dead IS NULL THEN RETURN; END IF;
    SELECT count(*), array_agg(j.id) FILTER (WHERE j.attempts > ${MAX_STARTS}) INTO taken, worn
      FROM ${QUEUE_SCHEMA}.jobs j WHERE j.locked_by = ANY (dead);
    PERFORM ${QUEUE_SCHEMA}.force_unlock_workers(dead);
    SELECT count(*) INTO put_off FROM ${QUEUE_SCHEMA}.reschedule_jobs(
      worn, run_at := clock_timestamp() + put_off_ms * interval '1 ms');
    taken := taken - put_off;
    DELETE FROM countersign_durable.executors WHERE id = ANY (dead);
  END $$`;

/** Creates our functions on the queue. */
export async function createQueueFunctions(owner: Client): Promise<void> {
  for (const statement of [ADD_JOBS, ENQUEUE, UNFINISHED, BEAT]) await owner.query(statement);
}

/**
 * Grants the worker the queue of every organisation. The application may only call two functions, which are
 * limited to the organisation of its transaction, and sees no table.
 */
export async function grantQueue(owner: Client): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = $1`,
    [QUEUE_SCHEMA],
  );
  for (const { name } of rows)
    await owner.query(`
      ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY;
      DROP POLICY IF EXISTS of_every_org ON ${name};
      CREATE POLICY of_every_org ON ${name} TO ${WORKER_ROLE} USING (true) WITH CHECK (true);
    `);
  await owner.query(`
    REVOKE ALL ON SCHEMA ${QUEUE_SCHEMA} FROM PUBLIC;
    REVOKE ALL ON ALL FUNCTIONS IN SCHEMA countersign_durable, ${QUEUE_SCHEMA} FROM PUBLIC;
    GRANT USAGE ON SCHEMA countersign_durable TO ${APP_ROLE}, ${WORKER_ROLE};
    GRANT EXECUTE ON FUNCTION countersign_durable.enqueue, countersign_durable.unfinished TO ${APP_ROLE};
    GRANT SELECT ON countersign_durable.layouts TO ${APP_ROLE}, ${WORKER_ROLE};
    GRANT EXECUTE ON FUNCTION countersign_durable.beat TO ${WORKER_ROLE};
    GRANT SELECT, INSERT, UPDATE, DELETE
      ON countersign_durable.executors, countersign_durable.finished TO ${WORKER_ROLE};
    GRANT USAGE ON SCHEMA ${QUEUE_SCHEMA} TO ${WORKER_ROLE};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${QUEUE_SCHEMA} TO ${WORKER_ROLE};
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${QUEUE_SCHEMA} TO ${WORKER_ROLE};
  `);
}
