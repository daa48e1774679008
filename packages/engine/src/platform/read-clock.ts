import type { Session } from "./transact.ts";

/** SQL expression for the database clock in milliseconds. */
export const CLOCK = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

/** Reads the database clock, which is the same for all processes whatever their machines' clocks show. */
export async function readClock({ client }: Pick<Session, "client">): Promise<number> {
  const { rows } = await client.query<{ ms: string }>(`SELECT ${CLOCK} AS ms`);
  return Number(rows[0]?.ms);
}
