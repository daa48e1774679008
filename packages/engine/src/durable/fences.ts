import type { Client } from "pg";
import { APP_ROLE, WORKER_ROLE } from "../platform/postgres/roles.ts";
import { WORKFLOW } from "./names.ts";

/** A table whose rows belong to workflows, and its workflow id column. */
type Fenced = { name: string; id: string };

const ORG = "nullif(current_setting('countersign.org', true), '')";

/** What an organisation may enqueue: our workflow, on its own partitions, without priority. */
const SOUND = [
  `name = '${WORKFLOW}'`,
  "status IN ('ENQUEUED', 'DELAYED')",
  `(queue_partition_key IS NULL OR starts_with(queue_partition_key, ${ORG} || '/'))`,
  "deduplication_id IS NULL",
  "priority = 0",
].join(" AND ");

/** Lets the owner's migrations see all rows. A superuser sees them anyway. */
export async function liftFences(owner: Client): Promise<void> {
  for (const { name } of await fencedTables(owner))
    await owner.query(`ALTER TABLE ${name} NO FORCE ROW LEVEL SECURITY`);
}

/**
 * Enables row-level security on the engine's tables.
 *
 * The application may add to and read the queue, each organisation only its own rows: ids start with the
 * organisation. The worker sees the whole queue and none of our own tables.
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

/** Lists every table with a workflow id, including tables that later engine versions add. */
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
