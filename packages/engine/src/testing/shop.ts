import type { Policy } from "@countersign/core";
import type { Pool } from "pg";
import { transact } from "../platform/transact.ts";
import { listRepositories, saveRepository } from "../store/organisation/repositories.ts";

/** A repository right after its registration. */
const SHOP = {
  id: "shop",
  path: "/shop",
  gitDir: null,
  target: "main",
  tip: "1".repeat(40),
  policyDigest: null,
  problem: null,
} as const;

/** Registers the shop in an organisation, unless it is registered already. */
export async function registerShop(pool: Pool, org: string): Promise<void> {
  await transact(pool, org, async (session) => {
    const known = await listRepositories(session);
    if (known.some(({ id }) => id === SHOP.id)) return;
    await saveRepository(session, SHOP, { how: "registered", by: { id: "ana" }, reason: "" });
  });
}

/** Returns the same policy for every repository. */
export function onePolicy(policy: Policy) {
  return {
    at: async () => ({ policy }),
    inForce: async () => policy,
    of: async () => policy,
  };
}
