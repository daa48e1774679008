import type { Pool } from "pg";

/**
 * Keeps the process alive when the server ends a connection.
 *
 * Idle connections report to the pool, borrowed ones to nobody: an error in the moment between the
 * handshake and the borrower's own listener would otherwise end the process. Whatever was being asked
 * fails all the same, and the pool replaces what is broken.
 */
export function guardConnections(pool: Pool, log: (error: Error) => void = () => undefined): Pool {
  pool.on("error", log);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}
