import { requirePermission } from "../access/permissions.ts";
import type { Principal } from "../access/principal.ts";
import { requireReadable } from "../access/readable-task.ts";
import type { EngineScope } from "../execute/engine-scope.ts";
import { readRepository } from "../store/organisation/repositories.ts";
import { markConnected } from "../store/organisation/reviewer-connections.ts";

/**
 * Renews a reviewer's connection to a repository. The reviewer can get seats there while the connection is live.
 */
export async function connectReviewer(
  scope: EngineScope,
  by: Principal,
  repo: string,
): Promise<void> {
  requirePermission(by, "connect_reviewer", by.task ?? undefined);
  await requireReadable(scope, by, repo);
  await scope.transact(async (session) => {
    await readRepository(session, repo);
    await markConnected(session, { credential: by.token, repo });
  });
}
