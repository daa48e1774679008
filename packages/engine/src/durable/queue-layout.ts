import { APP_ROLE, WORKER_ROLE } from "../platform/postgres/roles.ts";

/** The schema that graphile-worker creates and migrates. */
export const QUEUE_SCHEMA = "countersign_queue";

/** Receives the name of a queue when a job is added to it. */
export const JOBS_CHANNEL = "countersign_jobs";

/** How often workers may start a job without finishing it. Most workers that die do so for other reasons. */
const MAX_STARTS = 20;

const SAFE = "SET search_path = pg_catalog, pg_temp";
const ORG = "nullif(current_setting('countersign.org', true), '')";

/** Our own tables: applied layouts, heartbeats, and jobs that must not be added again. */
const TABLES = `
  CREATE SCHEMA IF NOT EXISTS countersign_durable;
  CREATE TABLE IF NOT EXISTS countersign_durable.layouts (
    layout integer PRIMARY KEY, at timestamptz NOT NULL DEFAULT now());
  DROP TABLE IF EXISTS countersign_durable.executors;
  CREATE TABLE countersign_durable.executors (
    id text PRIMARY KEY, beat timestamptz NOT NULL DEFAULT clock_timestamp(),
    since timestamptz NOT NULL DEFAULT clock_timestamp());
  CREATE TABLE IF NOT EXISTS countersign_durable.finished (
    id text PRIMARY KEY, error text, at timestamptz NOT NULL DEFAULT now());`;

/** Lets a heartbeat find locked jobs and the first job of each queue, however many wait. */
const INDEXES = `
  CREATE INDEX IF NOT EXISTS countersign_locked ON ${QUEUE_SCHEMA}._private_jobs (locked_by)
    WHERE locked_by IS NOT NULL;
  CREATE INDEX IF NOT EXISTS countersign_first ON ${QUEUE_SCHEMA}._private_jobs (task_id, run_at)
    WHERE is_available;`;

/**
 * Adds jobs that are neither queued nor finished. A job's queue is its task, and its content is its flag, because
 * the view \`jobs\` shows no payloads to backups. Starts count as attempts, so their maximum is out of reach.
 */
const ADD_JOBS = `
  CREATE OR REPLACE FUNCTION countersign_durable.add_jobs(jobs json) RETURNS void
  LANGUAGE plpgsql ${SAFE} AS $$
  DECLARE
    specs ${QUEUE_SCHEMA}.job_spec[];
  BEGIN
    SELECT array_agg((
             j.queue, '{}'::json, j.queue || '/' || md5(j.partition) || '/' || j.serial,
             statement_timestamp() + j.delay_ms * interval '1 ms' + j.place * interval '1 us',
             32767, j.id, 0, ARRAY[j.content::text])::${QUEUE_SCHEMA}.job_spec) INTO specs
      FROM (SELECT DISTINCT ON (r.id) r.* FROM ROWS FROM (json_to_recordset(jobs) AS (
              id text, queue text, partition text, serial int, "delayMs" float8, content json
            )) WITH ORDINALITY AS r(id, queue, partition, serial, delay_ms, content, place)) AS j
     WHERE NOT EXISTS (SELECT FROM ${QUEUE_SCHEMA}.jobs q WHERE q.key = j.id)
       AND NOT EXISTS (SELECT FROM countersign_durable.finished f WHERE f.id = j.id);
    IF specs IS NULL THEN RETURN; END IF;
    PERFORM ${QUEUE_SCHEMA}.add_jobs(specs);
    PERFORM pg_notify('${JOBS_CHANNEL}', s.identifier) FROM unnest(specs) s
      WHERE s.run_at < clock_timestamp() + interval '10 ms' GROUP BY s.identifier;
  END $$;`;

/** Adds jobs of the transaction's organisation: ids and partitions start with it. */
const ENQUEUE = `
  CREATE OR REPLACE FUNCTION countersign_durable.enqueue(jobs json) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER ${SAFE} AS $$
  DECLARE
    wrong text;
  BEGIN
    SELECT coalesce(j.id, 'without an id') INTO wrong
      FROM json_to_recordset(jobs) AS j(id text, queue text, partition text, serial int, "delayMs" float8)
     WHERE (starts_with(j.id, ${ORG} || ':') AND j.queue IN ('effects', 'merges', 'reviewers')
            AND (j.queue = 'effects') = (j.partition IS NULL)
            AND (j.partition IS NULL) = (j.serial IS NULL)
            AND (j.partition IS NULL OR starts_with(j.partition, ${ORG} || '/'))
            AND j."delayMs" >= 0) IS NOT TRUE;
    IF FOUND THEN
      RAISE insufficient_privilege USING MESSAGE = 'not a sound job of the organisation: ' || wrong;
    END IF;
    PERFORM countersign_durable.add_jobs(jobs);
  END $$;`;

/** Lists the unfinished jobs of the session's organisation. */
const UNFINISHED = `
  CREATE OR REPLACE FUNCTION countersign_durable.unfinished()
  RETURNS TABLE (id text, queue text, content jsonb, status text, due_ms float8)
  LANGUAGE sql STABLE SECURITY DEFINER ${SAFE} AS $$
    SELECT j.key, j.task_identifier, (SELECT f::jsonb FROM jsonb_object_keys(j.flags) f), s.status,
           CASE s.status WHEN 'delayed' THEN round(extract(epoch FROM j.run_at) * 1000) END
      FROM ${QUEUE_SCHEMA}.jobs j, LATERAL (
        SELECT CASE WHEN j.locked_at IS NOT NULL THEN 'pending'
                    WHEN j.run_at > clock_timestamp() THEN 'delayed' ELSE 'enqueued' END) AS s(status)
     WHERE starts_with(j.key, ${ORG} || ':')
  $$;`;

/**
 * Returns the series of the session's organisation of which a job is unfinished. A series is a key without the number at
 * its end. It reads keys only: an organisation may have a hundred thousand timers.
 */
const UNFINISHED_SERIES = `
  CREATE OR REPLACE FUNCTION countersign_durable.unfinished_series(series text[]) RETURNS SETOF text
  LANGUAGE sql STABLE SECURITY DEFINER ${SAFE} AS $$
    SELECT DISTINCT rtrim(j.key, '0123456789') FROM ${QUEUE_SCHEMA}._private_jobs j
     WHERE rtrim(j.key, '0123456789') = ANY (series) AND starts_with(j.key, ${ORG} || ':')
  $$;`;

/**
 * Records that a process's own workers are alive, returns the jobs of dead and gone ones to the queue, and names the
 * queues with due jobs. Workers that died before their first heartbeat are known by their locks.
 *
 * It judges others only if a worker of its own has had no gap in its heartbeats for as long: while the database was
 * away, no worker could send one. Jobs that too many workers died running are postponed, never dropped: workers that
 * are killed, for example on a machine without memory, must not decide what gets done.
 */
const BEAT = `
  CREATE OR REPLACE FUNCTION countersign_durable.beat(
    own text[], gone text[], dead_after_ms float8, put_off_ms float8,
    OUT due text[], OUT taken int, OUT put_off int)
  LANGUAGE plpgsql ${SAFE} AS $$
  DECLARE
    silence interval := dead_after_ms * interval '1 ms';
    late timestamptz := clock_timestamp() - silence;
    dead text[] := gone;
    worn bigint[];
  BEGIN
    INSERT INTO countersign_durable.executors AS e (id) SELECT unnest(own)
      ON CONFLICT (id) DO UPDATE SET beat = excluded.beat, since =
        CASE WHEN e.beat < excluded.beat - silence / 2 THEN excluded.beat ELSE e.since END;
    IF own = '{}' OR EXISTS (SELECT FROM countersign_durable.executors
                              WHERE id = ANY (own) AND since <= late) THEN
      dead := dead || ARRAY(
        SELECT id FROM countersign_durable.executors WHERE id <> ALL (own) AND beat <= late UNION
        SELECT locked_by FROM ${QUEUE_SCHEMA}.jobs WHERE locked_by IS NOT NULL AND locked_at <= late
           AND locked_by <> ALL (own) AND locked_by NOT IN (SELECT id FROM countersign_durable.executors));
    END IF;
    DELETE FROM countersign_durable.executors WHERE id = ANY (dead);
    SELECT count(*), count(*) FILTER (WHERE attempts > ${MAX_STARTS}),
           array_agg(id) FILTER (WHERE attempts > ${MAX_STARTS})
      INTO taken, put_off, worn FROM ${QUEUE_SCHEMA}.jobs WHERE locked_by = ANY (dead);
    PERFORM ${QUEUE_SCHEMA}.force_unlock_workers(dead) WHERE dead <> '{}';
    PERFORM ${QUEUE_SCHEMA}.reschedule_jobs(worn, clock_timestamp() + put_off_ms * interval '1 ms')
      WHERE worn IS NOT NULL;
    due := ARRAY(SELECT t.identifier FROM ${QUEUE_SCHEMA}._private_tasks t, LATERAL (
        SELECT run_at FROM ${QUEUE_SCHEMA}._private_jobs
         WHERE task_id = t.id AND is_available ORDER BY run_at LIMIT 1) AS first
      WHERE run_at <= clock_timestamp());
  END $$;`;

/**
 * Grants the worker the queue of every organisation. The application may only call three functions, which are
 * limited to the organisation of its transaction, and sees no table.
 */
const GRANTS = `
  DO $$ DECLARE name regclass; BEGIN
    FOR name IN SELECT oid FROM pg_class
                 WHERE relnamespace = '${QUEUE_SCHEMA}'::regnamespace AND relkind = 'r' LOOP
      EXECUTE format('ALTER TABLE %1$s ENABLE ROW LEVEL SECURITY;
        DROP POLICY IF EXISTS of_every_org ON %1$s;
        CREATE POLICY of_every_org ON %1$s TO ${WORKER_ROLE} USING (true)', name);
    END LOOP;
  END $$;
  REVOKE ALL ON SCHEMA ${QUEUE_SCHEMA} FROM PUBLIC;
  REVOKE ALL ON ALL FUNCTIONS IN SCHEMA countersign_durable, ${QUEUE_SCHEMA} FROM PUBLIC;
  GRANT USAGE ON SCHEMA countersign_durable TO ${APP_ROLE}, ${WORKER_ROLE};
  GRANT SELECT ON countersign_durable.layouts TO ${APP_ROLE}, ${WORKER_ROLE};
  GRANT EXECUTE ON FUNCTION countersign_durable.enqueue, countersign_durable.unfinished,
    countersign_durable.unfinished_series TO ${APP_ROLE};
  GRANT EXECUTE ON FUNCTION countersign_durable.beat TO ${WORKER_ROLE};
  GRANT SELECT, INSERT, UPDATE, DELETE
    ON countersign_durable.executors, countersign_durable.finished TO ${WORKER_ROLE};
  GRANT USAGE ON SCHEMA ${QUEUE_SCHEMA} TO ${WORKER_ROLE};
  GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${QUEUE_SCHEMA} TO ${WORKER_ROLE};
  GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${QUEUE_SCHEMA} TO ${WORKER_ROLE};`;

/** Creates our tables and functions on the queue, for its owner. May be repeated. */
export const QUEUE_LAYOUT = [
  ...[TABLES, INDEXES, ADD_JOBS, ENQUEUE],
  ...[UNFINISHED, UNFINISHED_SERIES, BEAT, GRANTS],
].join("\n");
