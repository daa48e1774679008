import { Pool } from "pg";
import { afterAll } from "vitest";
import { guardConnections } from "../../packages/engine/src/platform/postgres/guard-connections.ts";

/** A few connections of the test itself; they end with the file. */
export function openPool(connectionString: string): Pool {
  const pool = guardConnections(new Pool({ connectionString, max: 2 }));
  afterAll(() => pool.end());
  return pool;
}
