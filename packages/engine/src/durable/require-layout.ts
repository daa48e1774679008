import { CountersignError } from "@countersign/core";
import { type ClientBase, DatabaseError, type Pool } from "pg";

/** Incremented with every change of the engine's tables or their row-level security. */
export const LAYOUT = 4;

const NOT_THERE: ReadonlySet<string | undefined> = new Set(["3F000", "42P01", "42501"]);

/** Reads the layout that was applied last. 0 if there is none. */
export async function appliedLayout(database: ClientBase | Pool): Promise<number> {
  try {
    const { rows } = await database.query<{ layout: number | null }>(
      "SELECT max(layout) AS layout FROM countersign_durable.layouts",
    );
    return rows[0]?.layout ?? 0;
  } catch (error) {
    if (error instanceof DatabaseError && NOT_THERE.has(error.code)) return 0;
    throw error;
  }
}

/** Refuses a database whose queue is older than this program expects. A newer one still works. */
export async function requireLayout(pool: Pool): Promise<void> {
  if ((await appliedLayout(pool)) >= LAYOUT) return;
  throw new CountersignError("invalid_input", "The queue's tables are older than this program", {
    hint: "Migrate the database as its owner.",
  });
}
