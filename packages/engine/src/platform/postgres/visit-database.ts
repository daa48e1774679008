import { CountersignError } from "@countersign/core";
import { Pool } from "pg";
import type { DatabaseSettings } from "./database-settings.ts";
import { guardConnections } from "./guard-connections.ts";
import { hasCluster } from "./solo-cluster.ts";
import { startSoloPostgres } from "./solo-postgres.ts";

export type DatabaseVisit = {
  pool: Pool;
  /** Closes the connections, and stops the server if this visit started it. */
  close(): Promise<void>;
};

/** Connects as the application to the existing database of any release, without changing it. */
export async function visitDatabase(settings: DatabaseSettings): Promise<DatabaseVisit> {
  if ("databaseUrl" in settings) return visit(settings.databaseUrl, async () => undefined);
  const { dataDirectory } = settings;
  if (!(await hasCluster(dataDirectory)))
    throw new CountersignError("not_found", `There is no database in ${dataDirectory}`, {
      hint: "Nothing was stored there yet.",
    });
  const server = await startSoloPostgres(dataDirectory);
  return visit(server.appUrl, async () => {
    if (!server.attached) await server.stop();
  });
}

function visit(url: string, stop: () => Promise<void>): DatabaseVisit {
  const pool = guardConnections(new Pool({ connectionString: url }));
  return {
    pool,
    async close() {
      await pool.end();
      await stop();
    },
  };
}
