import type { DurableDatabase } from "../../packages/engine/src/durable/testing/durable-database.ts";
import { ORG } from "../engine/open-engine.ts";
import type { MemoryForge } from "./memory-forge.ts";

/** Milliseconds by which a write moves the time at which the bucket of an hour is full. */
const WRITE_MS = 9_000;
/** A bucket that is half used, so that it cannot become full during a test. */
const USED = 40;

/** Counts from now on the writes of an engine to a forge in memory, and those that it has reserved. */
export async function countWrites(
  { owner }: Pick<DurableDatabase, "owner">,
  hub: MemoryForge,
): Promise<() => Promise<{ sent: number; reserved: number }>> {
  const fullAtMs = Date.now() + USED * WRITE_MS;
  const sentBefore = hub.sent.writes;
  await owner.query(
    `INSERT INTO countersign.forge_budgets
       (org_id, host, installation, minute_writes, hour_writes, points)
     VALUES ($1, 'forge.test', 5, now(), to_timestamp($2 / 1000.0), now())
     ON CONFLICT (org_id, host, installation) DO UPDATE SET
       (minute_writes, hour_writes, points) = (now(), to_timestamp($2 / 1000.0), now())`,
    [ORG, fullAtMs],
  );
  return async () => {
    const { rows } = await owner.query<{ ms: string }>(
      `SELECT extract(epoch FROM hour_writes) * 1000 AS ms FROM countersign.forge_budgets
        WHERE installation = 5`,
    );
    const reserved = Math.round((Number(rows[0]?.ms) - fullAtMs) / WRITE_MS);
    return { sent: hub.sent.writes - sentBefore, reserved };
  };
}
