import type { Client } from "pg";
import { APP_ROLE, WORKER_ROLE } from "../platform/postgres/roles.ts";
import { WORKFLOW } from "./names.ts";

/** A table whose rows belong to workflows, and the column that says to which. */
type Fenced = { name: string; id: string };

const ORG = "nullif(current_setting('countersign.org', true), '')";

/** What an organisation may enqueue: our one workflow, on its own partitions, without pushing in. */
const SOUND = [
  `name = '${WORKFLOW}'`,
  "status IN ('ENQUEUED', 'DELAYED')",
  `(queue_partition_key IS NULL OR starts_with(queue_partition_key, ${ORG} || '/'))`,
  "deduplication_id IS NULL",
  "priority = 0",
].join(" AND ");

/** Lets the owner's migrations see all rows; a superuser sees them anyway. */
export async function liftFences(owner: Client): Promise<void> {
  for (const { name } of await fencedTables(owner))
    await owner.query(`ALTER TABLE ${name} NO FORCE ROW LEVEL SECURITY`);
}

/**
 * Puts row-level security around the engine's tables.
 *
 * The application may add to the queue and look at it, each organisation at its own part: ids begin
 * with the organisation. The worker sees all of the queue and none of our own tables.
 */
export async function fenceQueueTables(owner: Client): Promise<void> {
  for (const table of await fencedTables(owner)) await fenceTable(owner, table);
  await owner.query(`
    DROP POLICY IF EXISTS sound_jobs ON dbos.workflow_status;
    CREATE POLICY sound_jobs ON dbos.workflow_status AS RESTRICTIVE FOR INSERT TO ${APP_ROLE}
      WITH CHECK (${SOUND});
    REVOKE ALL ON ALL TABLES IN SCHEMA dbos FROM ${APP_ROLE};
    GRANT USAGE ON SCHEMA dbos TO ${APP_ROLE}, ${WORKER_ROLE};
    GRANT SELECT, INSERT, UPDATE (creator_xid) ON dbos.workflow_status TO ${APP_ROLE};
    GRANT SELECT, INSERT ON dbos.workflow_input TO ${APP_ROLE};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA dbos TO ${WORKER_ROLE};
  `);
}

async function fenceTable(owner: Client, { name, id }: Fenced): Promise<void> {
  const ofThisOrg = `starts_with(${id}, ${ORG} || ':')`;
  await owner.query(`
    ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY;
    ALTER TABLE ${name} FORCE ROW LEVEL SECURITY;
    DROP POLICY IF EXISTS of_this_org ON ${name};
    CREATE POLICY of_this_org ON ${name} TO ${APP_ROLE}
      USING (${ofThisOrg}) WITH CHECK (${ofThisOrg});
    DROP POLICY IF EXISTS of_every_org ON ${name};
    CREATE POLICY of_every_org ON ${name} TO ${WORKER_ROLE} USING (true) WITH CHECK (true);
  `);
}

/** Every table with a workflow's id, also those that a later version of the engine adds. */
async function fencedTables(owner: Client): Promise<Fenced[]> {
  const { rows } = await owner.query<Fenced>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name, quote_ident(a.attname) AS id
       FROM pg_class c
       JOIN pg_namespace n ON n.oid = c.relnamespace
       JOIN pg_attribute a ON a.attrelid = c.oid AND NOT a.attisdropped
      WHERE n.nspname = 'dbos' AND c.relkind IN ('r', 'p')
        AND a.attname IN ('workflow_uuid', 'destination_uuid')
      ORDER BY c.relname`,
  );
  return rows;
}
