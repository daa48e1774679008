import type { ForeignCheck, ForgeRepository } from "@countersign/engine";
import { z } from "zod";
import { type GithubClients, parseResponse, repositoryParts } from "./client/github-clients.ts";
import { CHECK_NAME } from "./client/github-server.ts";
import { PAGE_SIZE, readPages } from "./client/read-pages.ts";

const namedRun = z.object({
  name: z.string(),
  head_sha: z.string(),
  app: z.object({ id: z.number() }).nullish(),
});

const namedStatus = z.object({ context: z.string() });

/** Lists the check runs of other apps and the statuses that use the name of our check. */
export async function readForeignChecks(
  clients: GithubClients,
  app: number,
  repo: ForgeRepository,
  commit: string,
): Promise<ForeignCheck[]> {
  const parts = { ...repositoryParts(repo), ref: commit, per_page: PAGE_SIZE };
  return await clients.asInstallation(repo.installation, async ({ paginate, rest }) => {
    const runs = await readPages(
      paginate.iterator(rest.checks.listForRef, { ...parts, check_name: CHECK_NAME }),
    );
    const statuses = await readPages(paginate.iterator(rest.repos.listCommitStatusesForRef, parts));
    const foreignRuns = parseResponse(z.array(namedRun), runs)
      .filter((run) => run.name === CHECK_NAME && run.app?.id !== app)
      .map((run) => ({ commit, name: run.name, app: run.app?.id ?? null }));
    const isForged = parseResponse(z.array(namedStatus), statuses).some(
      ({ context }) => context === CHECK_NAME,
    );
    return isForged ? [...foreignRuns, { commit, name: CHECK_NAME, app: null }] : foreignRuns;
  });
}
