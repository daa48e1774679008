import type { Session } from "./transact.ts";

/** An SQL expression for the database's clock in milliseconds. */
export const CLOCK = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

/** Reads the database's clock: the same for every process, whatever their machines' clocks show. */
export async function readClock({ client }: Session): Promise<number> {
  const { rows } = await client.query<{ ms: string }>(`SELECT ${CLOCK} AS ms`);
  return Number(rows[0]?.ms);
}
