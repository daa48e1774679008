import type { Pool } from "pg";

/**
 * Keeps the process alive when the server closes a connection.
 *
 * Idle connections report errors to the pool, but borrowed ones have no listener between the handshake and
 * the borrower's own listener, so an error there would end the process. The running query still fails, and
 * the pool replaces the broken connection.
 */
export function guardConnections(pool: Pool, log: (error: Error) => void = () => undefined): Pool {
  pool.on("error", log);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}
