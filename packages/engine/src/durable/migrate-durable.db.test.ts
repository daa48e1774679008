import { Client } from "pg";
import { describe, expect, inject, it } from "vitest";
import { createEffectQueue } from "./create-effect-queue.ts";
import { enqueueJobs } from "./enqueue-jobs.ts";
import { migrateDurable } from "./migrate-durable.ts";
import { LAYOUT } from "./require-layout.ts";
import { createDbosTables } from "./testing/dbos-tables.ts";
import { durableDatabase, effect } from "./testing/durable-database.ts";
import { unfinishedJobs } from "./unfinished-jobs.ts";

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

describe("migrateDurable", () => {
  it("is done once by processes that start together on an empty database", async () => {
    const { ownerUrl } = inject("postgres");
    await ask(ownerUrl, "CREATE DATABASE durable_together TEMPLATE template0");
    const url = Object.assign(new URL(ownerUrl), { pathname: "/durable_together" }).href;

    await Promise.all([1, 2, 3, 4].map(() => migrateDurable(url)));

    expect(await ask(url, "SELECT layout FROM countersign_durable.layouts")).toEqual([
      { layout: LAYOUT },
    ]);
  });

  it("puts the fences back when it is applied again, and leaves the jobs alone", async () => {
    const { as, owner, ownerUrl } = await durableDatabase();
    await as("ours", (client) => enqueueJobs(client, [effect("ours:kept")]));
    await owner.query("DELETE FROM countersign_durable.layouts");
    await owner.query(
      `GRANT USAGE ON SCHEMA countersign_queue TO PUBLIC;
       GRANT EXECUTE ON FUNCTION countersign_durable.add_jobs TO PUBLIC;
       DROP POLICY of_every_org ON countersign_queue._private_jobs`,
    );

    await migrateDurable(ownerUrl);

    const { rows } = await owner.query(
      `SELECT (SELECT count(*)::int FROM countersign_queue.jobs) AS jobs,
              (SELECT count(*)::int FROM pg_policies
                WHERE schemaname = 'countersign_queue' AND tablename = '_private_jobs') AS policies,
              has_schema_privilege('countersign_app', 'countersign_queue', 'USAGE') AS usage,
              has_function_privilege('countersign_app', 'countersign_durable.add_jobs(json)',
                'EXECUTE') AS direct`,
    );
    expect(rows).toEqual([{ jobs: 1, policies: 1, usage: false, direct: false }]);
  });
});

describe("jobs of a release with DBOS", () => {
  const dueMs = Date.now() + 3_600_000;
  const content = { kind: "wake", payload: { task: "cs-a", files: ["a"], round: null } };
  const jobs = [
    { id: "ours:a:1:0", status: "DELAYED", queue: "effects", dueMs, content },
    { id: "ours:a:2:0", status: "ENQUEUED", queue: "merges", partition: "ours/shop", content },
    { id: "ours:a:3:0", status: "PENDING", queue: "reviewers", partition: "ours/ai", content },
    { id: "ours:a:4:0", status: "SUCCESS", queue: "effects", content },
    { id: "ours:a:5:0", status: "CANCELLED", queue: null, content },
    { id: "theirs:b:1:0", status: "DELAYED", queue: "effects", dueMs: 1, content },
  ];
  const { kind, payload } = content;

  it("are moved with their due time when the database is migrated, and the old tables are dropped", async () => {
    const { as, owner, ownerUrl } = await durableDatabase();
    await createDbosTables(owner, jobs);

    await migrateDurable(ownerUrl);
    await migrateDurable(ownerUrl);

    const [delayed, ...others] = await as("ours", (client) => unfinishedJobs(client, "ours"));
    expect(delayed?.dueMs).toBeGreaterThan(dueMs - 1_000);
    expect(delayed?.dueMs).toBeLessThan(dueMs + 5_000);
    const moved = { org: "ours", kind, payload, dueMs: null };
    expect({ ...delayed, dueMs: null }).toEqual({
      ...moved,
      ...{ id: "ours:a:1:0", queue: "effects", partition: null },
    });
    expect(others).toEqual([
      { ...moved, id: "ours:a:2:0", queue: "merges", partition: "ours/shop" },
      { ...moved, id: "ours:a:3:0", queue: "reviewers", partition: "ours/ai" },
    ]);
    expect(await as("theirs", (client) => unfinishedJobs(client, "theirs"))).toHaveLength(1);
    expect((await owner.query("SELECT to_regnamespace('dbos') AS schema")).rows).toEqual([
      { schema: null },
    ]);
  });

  it("stay where they are when the migration fails, and are moved by the next one", async () => {
    const { as, owner, ownerUrl } = await durableDatabase();
    await createDbosTables(owner, jobs);
    await owner.query("UPDATE countersign_durable.layouts SET layout = -1");
    await owner.query("ALTER TABLE countersign_durable.layouts ADD CHECK (layout < 0)");

    await expect(migrateDurable(ownerUrl)).rejects.toThrow("check constraint");
    const left = await owner.query("SELECT FROM dbos.workflow_status");
    expect(left.rowCount).toBe(jobs.length);
    expect(await as("ours", (client) => unfinishedJobs(client, "ours"))).toEqual([]);

    await owner.query(
      "ALTER TABLE countersign_durable.layouts DROP CONSTRAINT layouts_layout_check",
    );
    await migrateDurable(ownerUrl);
    expect(await as("ours", (client) => unfinishedJobs(client, "ours"))).toHaveLength(3);
  });
});

it("needs no superuser, also to move the jobs of a release with DBOS", async () => {
  const { ownerUrl: adminUrl } = inject("postgres");
  await ask(adminUrl, "CREATE ROLE plain_owner LOGIN PASSWORD 'of the team'");
  await ask(adminUrl, "CREATE DATABASE plain OWNER plain_owner TEMPLATE template0");
  const at = Object.assign(new URL(adminUrl), { pathname: "/plain" });
  const url = Object.assign(new URL(at), { username: "plain_owner", password: "of the team" }).href;
  await migrateDurable(url);
  const owner = new Client({ connectionString: url });
  await owner.connect();
  const content = { kind: "wake", payload: {} };
  await createDbosTables(owner, [
    { id: "ours:kept", status: "ENQUEUED", queue: "effects", content },
  ]);
  await owner.end();

  await migrateDurable(url);

  expect(await ask(url, "SELECT key FROM countersign_queue.jobs")).toEqual([{ key: "ours:kept" }]);
});

it("a worker refuses a database whose queue is older than itself", async () => {
  const { owner, workerUrl } = await durableDatabase();
  await owner.query("DELETE FROM countersign_durable.layouts");
  const queue = createEffectQueue({ workerUrl });

  await expect(queue.start(async () => undefined)).rejects.toThrow("older than this program");
  await queue.stop(0);
});
