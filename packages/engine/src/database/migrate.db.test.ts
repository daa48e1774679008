import { readMigrationFiles } from "drizzle-orm/migrator";
import { Client } from "pg";
import { describe, expect, inject, it } from "vitest";
import { MIGRATIONS } from "../platform/migrations.ts";
import { APP_LOGIN } from "../platform/postgres/solo-access.ts";
import { testDatabase } from "../testing/test-database.ts";
import { migrateDatabase } from "./migrate-database.ts";
import { openDatabase } from "./open-database.ts";

const files = readMigrationFiles(MIGRATIONS);

/** The addresses of a database that has nothing in it. */
async function empty(name: string): Promise<{ ownerUrl: string; databaseUrl: string }> {
  const { ownerUrl, appUrl } = inject("postgres");
  const admin = new Client({ connectionString: ownerUrl });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name} TEMPLATE template0`);
  await admin.end();
  const at = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  return { ownerUrl: at(ownerUrl), databaseUrl: at(appUrl) };
}

async function appliedIn(url: string): Promise<number[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    "SELECT created_at FROM countersign_migrations.applied ORDER BY id",
  );
  await client.end();
  return rows.map(({ created_at }) => Number(created_at));
}

describe("migrations", () => {
  it("are applied once by processes that start together, and not again", async () => {
    const { ownerUrl } = await empty("together");

    await Promise.all([1, 2, 3, 4].map(() => migrateDatabase(ownerUrl, APP_LOGIN)));
    await migrateDatabase(ownerUrl, APP_LOGIN);

    expect(await appliedIn(ownerUrl)).toEqual(files.map(({ folderMillis }) => folderMillis));
  });

  it("carry times that only go up, or a later one would be passed over", () => {
    const times = files.map(({ folderMillis }) => folderMillis);

    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
  });
});

describe("openDatabase for a team", () => {
  it("migrates when it knows the owner, and only checks when it does not", async () => {
    const { ownerUrl, databaseUrl } = await empty("team");
    await expect(openDatabase({ databaseUrl })).rejects.toThrow("older than this program");

    const migrated = await openDatabase({ databaseUrl, ownerUrl });
    await migrated.close();
    const checked = await openDatabase({ databaseUrl });

    expect(checked.ownerUrl).toBeNull();
    await checked.close();
  });

  it("refuses a login that stands above the fences", async () => {
    const { ownerUrl } = await testDatabase();

    await expect(openDatabase({ databaseUrl: ownerUrl })).rejects.toThrow(
      "countersign_owner can bypass row-level security",
    );
  });

  it("refuses a database that a newer release has migrated", async () => {
    const { owner, appUrl } = await testDatabase();
    await owner.query(
      "INSERT INTO countersign_migrations.applied (hash, created_at) VALUES ('newer', 9999999999999)",
    );

    await expect(openDatabase({ databaseUrl: appUrl })).rejects.toThrow("newer than this program");
  });

  it("refuses an address without a user, where it must know whom to let in", async () => {
    const { ownerUrl } = await testDatabase();

    await expect(openDatabase({ databaseUrl: "postgres:///shop", ownerUrl })).rejects.toThrow(
      "COUNTERSIGN_DATABASE_URL names no user",
    );
  });

  it("lets the worker's login into the queue when it migrates", async () => {
    const { ownerUrl, appUrl } = await testDatabase();
    const workerUrl = await login(ownerUrl, "team_worker");
    const settings = { databaseUrl: appUrl, workerUrl };
    await expect(openDatabase(settings)).rejects.toThrow("team_worker is not a member");

    await (await openDatabase({ ...settings, ownerUrl })).close();
    const checked = await openDatabase(settings);

    expect(checked.workerUrl).toBe(workerUrl);
    await checked.close();
  });

  it("refuses one login for both: the worker's rights would lift the application's fences", async () => {
    const { ownerUrl } = await testDatabase();
    const both = await login(ownerUrl, "team_both", "countersign_app", "countersign_worker");
    const app = await login(ownerUrl, "team_app", "countersign_app");

    await expect(openDatabase({ databaseUrl: both })).rejects.toThrow(
      "team_both can bypass row-level security",
    );
    await expect(openDatabase({ databaseUrl: app, workerUrl: both })).rejects.toThrow(
      "team_both can see more than the queue",
    );
  });

  it("refuses a database whose queue was not migrated", async () => {
    const { owner, appUrl } = await testDatabase();
    await owner.query("DELETE FROM countersign_durable.layouts");

    await expect(openDatabase({ databaseUrl: appUrl })).rejects.toThrow(
      "The queue's tables are older than this program",
    );
  });
});

/** A login of its own, as an administrator would make it. */
async function login(ownerUrl: string, name: string, ...roles: string[]): Promise<string> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query(`CREATE ROLE ${name} LOGIN PASSWORD 'of the team'`);
  for (const role of roles) await client.query(`GRANT ${role} TO ${name}`);
  await client.end();
  return Object.assign(new URL(ownerUrl), { username: name, password: "of the team" }).href;
}
