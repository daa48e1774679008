import { DatabaseError, Pool, type PoolClient } from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { createDbosEffectQueue } from "./dbos-effect-queue.ts";
import { durableDatabase, effect } from "./testing/durable-database.ts";

const { as, owner, pool, workerUrl } = await durableDatabase();
const worker = new Pool({ connectionString: workerUrl });
const queue = await createDbosEffectQueue({ workerUrl });
afterAll(async () => {
  await worker.end();
  await queue.stop(0);
});

for (const org of ["ours", "theirs", "ours-too"])
  await as(org, (client) => queue.enqueue(client, [effect(`${org}:job`)]));

const DENIED = "42501";

async function refusal(attempt: Promise<unknown>): Promise<string> {
  return attempt.then(
    () => "ok",
    (error) => (error instanceof DatabaseError ? (error.code ?? "") : String(error)),
  );
}

/** One statement as the application, for our organisation. */
async function say(statement: string, values: unknown[] = []) {
  return as("ours", (client: PoolClient) => client.query(statement, values));
}

const INSERT = `INSERT INTO dbos.workflow_status
  (workflow_uuid, status, name, queue_name, queue_partition_key, priority, deduplication_id)
  VALUES ($1, $2, $3, $4, $5, $6, $7)`;
const SOUND = ["ours:raw", "ENQUEUED", "do_job", "merges", "ours/shop", 0, null];

describe("the queue's tables", () => {
  it("are fenced and forced wherever a row belongs to a workflow", async () => {
    const { rows } = await owner.query(
      `SELECT relname, relrowsecurity AND relforcerowsecurity AS fenced,
              (SELECT array_agg(polname::text ORDER BY polname) FROM pg_policy
                WHERE polrelid = c.oid AND polpermissive) AS policies
         FROM pg_class c
        WHERE relnamespace = 'dbos'::regnamespace AND relkind = 'r'
          AND relname ~ '^(workflow_(status|input|output|events.*)|operation_outputs|notifications|streams)$'
        ORDER BY relname`,
    );

    expect(rows.map(({ relname }) => relname)).toEqual([
      "notifications",
      "operation_outputs",
      "streams",
      "workflow_events",
      "workflow_events_history",
      "workflow_input",
      "workflow_output",
      "workflow_status",
    ]);
    for (const { fenced, policies } of rows) {
      expect(fenced).toBe(true);
      expect(policies).toEqual(["of_every_org", "of_this_org"]);
    }
  });

  it("are closed to the application but for the two that it enqueues into", async () => {
    const { rows } = await owner.query(
      `SELECT relname, array_agg(right_ ORDER BY right_) AS rights
         FROM pg_class c, unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) AS right_
        WHERE relnamespace IN ('dbos'::regnamespace, 'countersign_durable'::regnamespace)
          AND relkind = 'r' AND has_table_privilege('countersign_app', c.oid, right_)
        GROUP BY relname ORDER BY relname`,
    );

    expect(rows).toEqual([
      { relname: "layouts", rights: ["SELECT"] },
      { relname: "workflow_input", rights: ["INSERT", "SELECT"] },
      { relname: "workflow_status", rights: ["INSERT", "SELECT"] },
    ]);
  });
});

describe("an organisation's session", () => {
  it.each(["workflow_status", "workflow_input"])("sees its own rows of %s alone", async (table) => {
    const { rows } = await say(`SELECT workflow_uuid AS id FROM dbos.${table} WHERE true OR true`);

    expect(rows).toEqual([{ id: "ours:job" }]);
  });

  it("sees nothing when it has named no organisation", async () => {
    for (const table of ["workflow_status", "workflow_input"])
      expect((await pool.query(`SELECT FROM dbos.${table}`)).rowCount).toBe(0);
  });

  it("enqueues what is its own", async () => {
    expect(await refusal(say(INSERT, SOUND))).toBe("ok");
  });

  it.each([
    { what: "another's id", at: 0, value: "theirs:raw" },
    { what: "an id of an organisation whose name only begins alike", at: 0, value: "ours-too:raw" },
    { what: "an id without an organisation", at: 0, value: "raw" },
    { what: "a job that has begun already", at: 1, value: "PENDING" },
    { what: "another workflow", at: 2, value: "anything" },
    { what: "another's partition", at: 4, value: "theirs/shop" },
    { what: "a place before others", at: 5, value: -1 },
    { what: "a key that others could collide with", at: 6, value: "key" },
  ])("is refused $what", async ({ at, value }) => {
    expect(await refusal(say(INSERT, SOUND.with(at, value)))).toBe(DENIED);
  });

  it("is refused another's input, and another's id through the door", async () => {
    const input = "INSERT INTO dbos.workflow_input (workflow_uuid, inputs) VALUES ('theirs:x', '')";
    const enqueue = (id: string) => as("ours", (client) => queue.enqueue(client, [effect(id)]));

    expect(await refusal(say(input))).toBe(DENIED);
    expect(await refusal(enqueue("theirs:job"))).toBe(DENIED);
    expect(await refusal(enqueue("theirs:new"))).toBe(DENIED);
  });

  it.each([
    "UPDATE dbos.workflow_status SET status = 'CANCELLED'",
    "UPDATE dbos.workflow_status SET workflow_uuid = 'theirs:moved'",
    "UPDATE dbos.workflow_status SET queue_partition_key = 'theirs/shop'",
    "UPDATE dbos.workflow_input SET inputs = ''",
    "DELETE FROM dbos.workflow_status",
    "DELETE FROM dbos.workflow_input",
    "TRUNCATE dbos.workflow_input",
    "SELECT FROM dbos.operation_outputs",
    "SELECT FROM dbos.queues",
    "UPDATE dbos.queues SET concurrency = 0",
    "DELETE FROM countersign_durable.executors",
    "INSERT INTO countersign_durable.layouts VALUES (99)",
    "ALTER TABLE dbos.workflow_status DISABLE ROW LEVEL SECURITY",
    "ALTER TABLE dbos.workflow_status DISABLE TRIGGER countersign_delay_kept",
    "DROP POLICY of_this_org ON dbos.workflow_status",
    "SET ROLE countersign_worker",
  ])("is refused: %s", async (statement) => {
    expect(await refusal(say(statement))).toBe(DENIED);
  });

  it("changes no row of others by the one column that it may touch", async () => {
    const { rowCount } = await say(
      "UPDATE dbos.workflow_status SET creator_xid = creator_xid WHERE workflow_uuid = 'theirs:job'",
    );

    expect(rowCount).toBe(0);
  });
});

describe("the worker's session", () => {
  it("sees the queue of every organisation", async () => {
    const { rows } = await worker.query(
      "SELECT workflow_uuid AS id FROM dbos.workflow_input ORDER BY id",
    );

    expect(rows.map(({ id }) => id)).toEqual(["ours-too:job", "ours:job", "theirs:job"]);
  });

  it.each([
    "SELECT FROM countersign.events",
    "SELECT FROM countersign.tasks",
    "INSERT INTO countersign.tasks DEFAULT VALUES",
    "SELECT FROM countersign_migrations.applied",
    "UPDATE countersign_durable.layouts SET layout = 99",
    "ALTER TABLE dbos.workflow_status DISABLE ROW LEVEL SECURITY",
    "CREATE TABLE dbos.mine (id int)",
    "SET ROLE countersign_app",
  ])("is refused: %s", async (statement) => {
    expect(await refusal(worker.query(statement))).toBe(DENIED);
  });
});
