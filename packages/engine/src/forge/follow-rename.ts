import type { EngineScope } from "../execute/engine-scope.ts";
import { moveLink } from "../store/forge/linked-repositories.ts";
import { listOpenChanges } from "../store/forge/stored-changes.ts";
import { addForgeJobs, pollJob, publishJob } from "./forge-jobs.ts";
import type { ForgePlace } from "./forge-place.ts";

/**
 * Finds a repository again that was renamed, or that another installation of our app covers now. It is known by its id,
 * because another repository can take its name. Returns false if it is linked as it is, or gone.
 */
export async function followRename(
  scope: EngineScope,
  { forge, link }: ForgePlace,
): Promise<boolean> {
  const { id, name, installation } = link.forge;
  const found = (await forge.repositories()).find((one) => one.id === id);
  if (found === undefined) return false;
  if (found.name === name && found.installation === installation) return false;
  await scope.transact(async (session) => {
    // Reports that were refused under the old name are written now.
    const open = await listOpenChanges(session, link.repo);
    const publishes = open.map(({ number }) =>
      publishJob({ repo: link.repo, forge: found }, number),
    );
    await addForgeJobs(scope, session, [pollJob(link.repo), ...publishes]);
    await moveLink(session, link, found);
  });
  return true;
}
