import { Socket } from "node:net";
import { Pool } from "pg";
import { afterAll } from "vitest";
import { PIPELINED } from "../platform/postgres/pipelined.ts";

export type CountedPool = {
  pool: Pool;
  /** Returns the bytes that the work sends to the database and gets from it. */
  bytesOf(work: () => Promise<unknown>): Promise<{ sent: number; received: number }>;
};

/** Opens a pool with one connection, which is closed after the test file. */
export function createCountedPool(connectionString: string): CountedPool {
  const pool = new Pool({ connectionString, max: 1, ...PIPELINED });
  afterAll(() => pool.end());
  const socket = async () => {
    const client = await pool.connect();
    client.release();
    const found: unknown = Reflect.get(Reflect.get(client, "connection"), "stream");
    if (!(found instanceof Socket)) throw new Error("The connection has no socket");
    return found;
  };
  return {
    pool,
    async bytesOf(work) {
      const { bytesRead, bytesWritten } = await socket();
      await work();
      const after = await socket();
      return {
        sent: after.bytesWritten - bytesWritten,
        received: after.bytesRead - bytesRead,
      };
    },
  };
}
