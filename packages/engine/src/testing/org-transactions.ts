import type { Pool } from "pg";
import type { EngineScope } from "../execute/engine-scope.ts";
import { transact } from "../platform/transact.ts";

/** The part of an engine scope that reads and writes one organisation of a test database. */
export function orgTransactions(pool: Pool, org: string): Pick<EngineScope, "org" | "transact"> {
  return { org, transact: (work, begin) => transact(pool, org, work, begin) };
}
