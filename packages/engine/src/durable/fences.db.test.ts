import { DatabaseError, Pool, type PoolClient } from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { createEffectQueue } from "./create-effect-queue.ts";
import { durableDatabase, effect } from "./testing/durable-database.ts";
import { unfinishedSeries } from "./unfinished-jobs.ts";

const { as, owner, pool, workerUrl } = await durableDatabase();
const worker = new Pool({ connectionString: workerUrl });
const queue = createEffectQueue({ workerUrl });
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

const SOUND = {
  id: "ours:raw",
  queue: "merges",
  partition: "ours/shop",
  serial: 0,
  delayMs: 0,
  content: {},
};
const enqueueRaw = (change: object) =>
  say("SELECT countersign_durable.enqueue($1)", [JSON.stringify([SOUND, { ...SOUND, ...change }])]);

describe("the queue's tables", () => {
  it("are closed to the application", async () => {
    const { rows } = await owner.query(
      `SELECT relname, array_agg(right_ ORDER BY right_) AS rights
         FROM pg_class c, unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) AS right_
        WHERE relnamespace IN ('countersign_queue'::regnamespace, 'countersign_durable'::regnamespace)
          AND relkind IN ('r', 'v') AND has_table_privilege('countersign_app', c.oid, right_)
        GROUP BY relname ORDER BY relname`,
    );

    expect(rows).toEqual([{ relname: "layouts", rights: ["SELECT"] }]);
  });

  it("are reached by the application through three functions alone", async () => {
    const { rows } = await owner.query(
      `SELECT proname AS name, prosecdef AS definer, proconfig AS settings FROM pg_proc p
        WHERE pronamespace IN ('countersign_queue'::regnamespace, 'countersign_durable'::regnamespace)
          AND has_function_privilege('countersign_app', p.oid, 'EXECUTE') ORDER BY name`,
    );
    const settings = ["search_path=pg_catalog, pg_temp"];

    expect(rows).toEqual([
      { name: "enqueue", definer: true, settings },
      { name: "unfinished", definer: true, settings },
      { name: "unfinished_series", definer: true, settings },
    ]);
  });
});

describe("an organisation's session", () => {
  it("sees its own jobs alone", async () => {
    const { rows } = await say("SELECT id FROM countersign_durable.unfinished()");

    expect(rows).toEqual([{ id: "ours:job" }]);
  });

  it("sees which series of its own jobs are unfinished", async () => {
    const series = [
      ...["ours:shop:poll:", "ours:shop:scan:", "ours:shop:"],
      ...["theirs:shop:poll:", "ours-too:shop:poll:", ""],
    ];
    await as("ours", (client) => queue.enqueue(client, [effect("ours:shop:poll:12")]));
    await as("theirs", (client) => queue.enqueue(client, [effect("theirs:shop:poll:12")]));

    expect(await as("ours", (client) => unfinishedSeries(client, series))).toEqual(
      new Set(["ours:shop:poll:"]),
    );
    await owner.query("DELETE FROM countersign_queue._private_jobs WHERE key LIKE '%:shop:poll:%'");
  });

  it("sees nothing when it has named no organisation", async () => {
    expect((await pool.query("SELECT FROM countersign_durable.unfinished()")).rowCount).toBe(0);
    const none = await pool.query("SELECT countersign_durable.unfinished_series('{ours:}')");
    expect(none.rowCount).toBe(0);
  });

  it("enqueues what is its own", async () => {
    expect(await refusal(enqueueRaw({ id: "ours:raw2" }))).toBe("ok");
  });

  it("enqueues nothing when it has named no organisation", async () => {
    const attempt = pool.query("SELECT countersign_durable.enqueue($1)", [JSON.stringify([SOUND])]);

    expect(await refusal(attempt)).toBe(DENIED);
  });

  it.each([
    { what: "another's id", change: { id: "theirs:raw" } },
    {
      what: "an id of an organisation whose name only begins alike",
      change: { id: "ours-too:raw" },
    },
    { what: "an id without an organisation", change: { id: "raw" } },
    { what: "a job without an id", change: { id: null } },
    { what: "an unknown queue", change: { queue: "anything" } },
    { what: "another's partition", change: { partition: "theirs/shop" } },
    { what: "a merge without a partition", change: { partition: null } },
    { what: "a merge beside the others of its partition", change: { serial: null } },
    { what: "an effect with a partition", change: { queue: "effects" } },
  ])("is refused $what", async ({ change }) => {
    expect(await refusal(enqueueRaw({ id: "ours:refused", ...change }))).toBe(DENIED);
    const { rows } = await say(
      "SELECT FROM countersign_durable.unfinished() WHERE id = 'ours:refused'",
    );
    expect(rows).toHaveLength(0);
  });

  it("is refused another's id through the door", async () => {
    const enqueue = (id: string) => as("ours", (client) => queue.enqueue(client, [effect(id)]));

    expect(await refusal(enqueue("theirs:job"))).toBe(DENIED);
    expect(await refusal(enqueue("theirs:new"))).toBe(DENIED);
  });

  it.each([
    "SELECT FROM countersign_queue.jobs",
    "SELECT FROM countersign_queue._private_jobs",
    "UPDATE countersign_queue._private_jobs SET attempts = 0",
    "DELETE FROM countersign_queue._private_jobs",
    "SELECT countersign_queue.add_job('do_job')",
    "SELECT countersign_queue.remove_job('theirs:job')",
    "SELECT countersign_durable.add_jobs('[]')",
    "SELECT countersign_durable.beat(ARRAY['me'], '{}', 0, 0)",
    "DELETE FROM countersign_durable.executors",
    "SELECT FROM countersign_durable.finished",
    "INSERT INTO countersign_durable.layouts VALUES (99)",
    "CREATE FUNCTION countersign_durable.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    "SET ROLE countersign_worker",
  ])("is refused: %s", async (statement) => {
    expect(await refusal(say(statement))).toBe(DENIED);
  });
});

describe("the worker's session", () => {
  it("sees the queue of every organisation", async () => {
    const { rows } = await worker.query(
      "SELECT key FROM countersign_queue.jobs WHERE key LIKE '%:job' ORDER BY key",
    );

    expect(rows.map(({ key }) => key)).toEqual(["ours-too:job", "ours:job", "theirs:job"]);
  });

  it.each([
    "SELECT FROM countersign.events",
    "SELECT FROM countersign.tasks",
    "INSERT INTO countersign.tasks DEFAULT VALUES",
    "SELECT FROM countersign_migrations.applied",
    "UPDATE countersign_durable.layouts SET layout = 99",
    "SELECT countersign_durable.enqueue('[]')",
    "SELECT countersign_durable.add_jobs('[]')",
    "ALTER TABLE countersign_queue._private_jobs DISABLE ROW LEVEL SECURITY",
    "CREATE TABLE countersign_queue.mine (id int)",
    "SET ROLE countersign_app",
  ])("is refused: %s", async (statement) => {
    expect(await refusal(worker.query(statement))).toBe(DENIED);
  });
});
