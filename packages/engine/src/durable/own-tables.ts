import type { Client } from "pg";
import { APP_ROLE, WORKER_ROLE } from "../platform/postgres/roles.ts";
import { DATABASE_NOW_MS } from "./names.ts";

/** Creates our additions to the engine's tables: heartbeats, the applied layout, and the database clock. */
export async function ownTables(owner: Client): Promise<void> {
  await owner.query(`
    CREATE SCHEMA IF NOT EXISTS countersign_durable;
    CREATE TABLE IF NOT EXISTS countersign_durable.layouts (
      layout integer PRIMARY KEY,
      at timestamptz NOT NULL DEFAULT now()
    );
    CREATE TABLE IF NOT EXISTS countersign_durable.executors (
      id text PRIMARY KEY,
      beat timestamptz NOT NULL DEFAULT clock_timestamp()
    );
    GRANT USAGE ON SCHEMA countersign_durable TO ${APP_ROLE}, ${WORKER_ROLE};
    GRANT SELECT ON countersign_durable.layouts TO ${APP_ROLE}, ${WORKER_ROLE};
    GRANT SELECT, INSERT, UPDATE, DELETE ON countersign_durable.executors TO ${WORKER_ROLE};
  `);
  await useDatabaseClock(owner);
}

/**
 * Makes delays follow the database clock.
 *
 * The engine uses the clock of whichever process handles them, so a process with a wrong clock would start
 * all timers too early, or its own too late.
 */
async function useDatabaseClock(owner: Client): Promise<void> {
  await owner.query(`
    CREATE OR REPLACE FUNCTION countersign_durable.set_delay() RETURNS trigger
    LANGUAGE plpgsql SET search_path = pg_catalog AS $$
    BEGIN
      NEW.delay_until_epoch_ms := ${DATABASE_NOW_MS} + (NEW.attributes->>'delayMs')::bigint;
      NEW.attributes := NULL;
      RETURN NEW;
    END $$;
    CREATE OR REPLACE FUNCTION countersign_durable.keep_row() RETURNS trigger
    LANGUAGE plpgsql SET search_path = pg_catalog AS $$
    BEGIN
      RETURN NULL;
    END $$;
    DROP TRIGGER IF EXISTS countersign_delay_set ON dbos.workflow_status;
    CREATE TRIGGER countersign_delay_set BEFORE INSERT ON dbos.workflow_status FOR EACH ROW
      WHEN (NEW.status = 'DELAYED' AND NEW.attributes ? 'delayMs')
      EXECUTE FUNCTION countersign_durable.set_delay();
    DROP TRIGGER IF EXISTS countersign_delay_kept ON dbos.workflow_status;
    CREATE TRIGGER countersign_delay_kept BEFORE UPDATE ON dbos.workflow_status FOR EACH ROW
      WHEN (OLD.status = 'DELAYED' AND NEW.status = 'ENQUEUED'
            AND OLD.delay_until_epoch_ms > ${DATABASE_NOW_MS})
      EXECUTE FUNCTION countersign_durable.keep_row();
  `);
}
