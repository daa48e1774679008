import { Client } from "pg";
import { describe, expect, inject, it } from "vitest";
import { testDatabase } from "../testing/test-database.ts";
import { createDbosEffectQueue } from "./dbos-effect-queue.ts";
import { migrateDurable } from "./migrate-durable.ts";
import { LAYOUT } from "./require-layout.ts";
import { durableDatabase } from "./testing/durable-database.ts";

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

  it("puts the fences back when it is applied again, and leaves the rows alone", async () => {
    const { owner, ownerUrl } = await testDatabase();
    await owner.query("INSERT INTO dbos.workflow_status (workflow_uuid) VALUES ('ours:kept')");
    await owner.query("DELETE FROM countersign_durable.layouts");
    await owner.query("DROP POLICY of_this_org ON dbos.workflow_status");

    await migrateDurable(ownerUrl);

    const { rows } = await owner.query(
      `SELECT (SELECT count(*)::int FROM dbos.workflow_status) AS rows,
              (SELECT count(*)::int FROM pg_policies
                WHERE schemaname = 'dbos' AND tablename = 'workflow_status') AS policies,
              (SELECT relforcerowsecurity FROM pg_class
                WHERE oid = 'dbos.workflow_status'::regclass) AS forced`,
    );
    expect(rows).toEqual([{ rows: 1, policies: 3, forced: true }]);
  });
});

it("needs no superuser, also when the tables are fenced already", async () => {
  const { ownerUrl: adminUrl } = inject("postgres");
  await ask(adminUrl, "CREATE ROLE plain_owner LOGIN PASSWORD 'of the team'");
  await ask(adminUrl, "CREATE DATABASE plain OWNER plain_owner TEMPLATE template0");
  const at = Object.assign(new URL(adminUrl), { pathname: "/plain" });
  const url = Object.assign(new URL(at), { username: "plain_owner", password: "of the team" }).href;
  await migrateDurable(url);
  await ask(at.href, "INSERT INTO dbos.workflow_status (workflow_uuid) VALUES ('ours:kept')");
  await ask(url, "DELETE FROM countersign_durable.layouts");

  await migrateDurable(url);

  expect(await ask(url, "SELECT FROM dbos.workflow_status")).toHaveLength(0);
  expect(await ask(at.href, "SELECT FROM dbos.workflow_status")).toHaveLength(1);
});

it("a worker refuses a database whose queue is older than itself", async () => {
  const { owner, workerUrl } = await durableDatabase();
  await owner.query("DELETE FROM countersign_durable.layouts");
  const queue = await createDbosEffectQueue({ workerUrl });

  await expect(queue.start(async () => undefined)).rejects.toThrow("older than this program");
  await queue.stop(0);
});
