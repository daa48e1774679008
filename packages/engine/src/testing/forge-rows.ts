import type { Session } from "../platform/transact.ts";
import {
  forgeAccounts,
  forgeBudgets,
  forgeChanges,
  forgeDeliveries,
  forgeRepositories,
} from "../store/schema/forge-schema.ts";

export const FORGE_TABLES = [
  "forge_repositories",
  "forge_changes",
  "forge_deliveries",
  "forge_accounts",
  "forge_budgets",
] as const;

/** Adds one row to each table about forges. */
export async function addForgeRows(db: Session["db"], orgId: string): Promise<void> {
  const at = { orgId, host: "github.com", installation: 1 };
  await db.insert(forgeRepositories).values({ ...at, repo: "shop", forgeId: 1, name: "acme/shop" });
  const read = { state: "open", head: "h", base: "b", baseBranch: "main" } as const;
  await db.insert(forgeChanges).values({ orgId, repo: "shop", number: 1, ...read });
  await db.insert(forgeDeliveries).values({ ...at, delivery: "d-1" });
  await db.insert(forgeAccounts).values({ ...at, account: 1, login: "ana", person: "ana" });
  const times = { minuteWrites: new Date(0), hourWrites: new Date(0), points: new Date(0) };
  await db.insert(forgeBudgets).values({ ...at, ...times });
}
