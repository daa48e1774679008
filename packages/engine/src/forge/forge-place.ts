import type { Policy } from "@countersign/core";
import type { EngineScope } from "../execute/engine-scope.ts";
import type { Forge } from "../ports/forge.ts";
import { listLinkedAccounts } from "../store/forge/linked-accounts.ts";
import { type LinkedRepository, readLinkedRepository } from "../store/forge/linked-repositories.ts";
import { readRepository, type StoredRepository } from "../store/organisation/repositories.ts";
import type { LinkedAccounts } from "./change-author.ts";

/** A registered repository, its link to a forge, and the forge. */
export type ForgePlace = { forge: Forge; link: LinkedRepository; repository: StoredRepository };

/** Opens the forge of a registered repository. Null if it is linked to none, or to one that is not connected. */
export async function openForgePlace(scope: EngineScope, repo: string): Promise<ForgePlace | null> {
  const connection = scope.forge;
  if (connection === undefined) return null;
  return await scope.transact(async (session) => {
    const link = await readLinkedRepository(session, repo);
    if (link === null || link.host !== connection.host) return null;
    return { forge: connection.forge, link, repository: await readRepository(session, repo) };
  });
}

/** Reads the policy in force and the people behind the accounts of the forge. */
export async function readTrust(
  scope: EngineScope,
  { link, repository }: ForgePlace,
): Promise<{ policy: Policy; linked: LinkedAccounts }> {
  return await scope.transact(async (session) => {
    const accounts = await listLinkedAccounts(session, link.host);
    const linked = new Map(accounts.map(({ account, person }) => [account, person]));
    return { policy: await scope.policies.of(session, repository), linked };
  });
}
