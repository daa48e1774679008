import type { Pool } from "pg";
import { expect } from "vitest";

/** Runs a statement with the triggers disabled, as a malicious administrator could. */
export async function tamper(owner: Pool, statement: string): Promise<void> {
  const client = await owner.connect();
  try {
    await client.query("SET session_replication_role = replica");
    const { rowCount } = await client.query(statement);
    expect(rowCount).toBeGreaterThan(0);
  } finally {
    client.release(true);
  }
}
