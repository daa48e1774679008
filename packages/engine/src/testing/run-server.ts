import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { migrateDatabase } from "../database/migrate-database.ts";
import type { PostgresBinaries } from "../platform/postgres/binaries.ts";
import { APP_LOGIN } from "../platform/postgres/solo-access.ts";
import { startSoloPostgres } from "../platform/postgres/solo-postgres.ts";

/** Creates a temporary directory that the server's user can access, even if root runs the tests. */
export async function openTemporary(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "countersign-"));
  await chmod(directory, 0o755);
  return directory;
}

/** Starts the one server of a test run and returns the function that stops it. */
export async function runServer(
  project: TestProject,
  binaries?: PostgresBinaries,
): Promise<() => Promise<void>> {
  const directory = await openTemporary();
  const server = await startSoloPostgres(directory, binaries);
  await migrateDatabase(server.ownerUrl, APP_LOGIN);
  project.provide("postgres", { ownerUrl: server.ownerUrl, appUrl: server.appUrl });
  return async () => {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  };
}
