import { requirePermission } from "../access/permissions.ts";
import type { Principal } from "../access/principal.ts";
import { requireReadable } from "../access/scope.ts";
import type { EngineDeps } from "../execute/engine-deps.ts";
import { transact } from "../platform/transact.ts";
import { readRepository } from "../store/organisation/repositories.ts";
import { markConnected } from "../store/organisation/reviewer-connections.ts";

/**
 * Renews a reviewer's connection to a repository. The reviewer can get seats there while the connection is live.
 */
export async function connectReviewer(
  parts: EngineDeps,
  by: Principal,
  repo: string,
): Promise<void> {
  requirePermission(by, "connect_reviewer", by.task ?? undefined);
  await requireReadable(parts, by, repo);
  await transact(parts.pool, by.org, async (session) => {
    await readRepository(session, by.org, repo);
    await markConnected(session, by.org, { credential: by.token, repo });
  });
}
