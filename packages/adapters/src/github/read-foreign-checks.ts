import type { ForeignCheck, ForgeRepository } from "@countersign/engine";
import { z } from "zod";
import { type GithubClients, parseResponse, repositoryParts } from "./client/github-clients.ts";
import { CHECK_NAME } from "./client/github-server.ts";

const MAX_COMMITS = 100;

const commitChecks = z.object({
  checkSuites: z
    .object({
      nodes: z.array(z.object({ app: z.object({ databaseId: z.number() }).nullish() }).nullish()),
    })
    .nullish(),
  status: z.object({ context: z.object({ id: z.string() }).nullish() }).nullish(),
});
const checksAnswer = z.object({
  repository: z.record(z.string(), commitChecks.nullish()).nullish(),
});

/** Lists the check runs of other apps and the statuses that use the name of our check, for all commits at once. */
export async function readForeignChecks(
  clients: GithubClients,
  app: number,
  repo: ForgeRepository,
  commits: readonly string[],
): Promise<ForeignCheck[]> {
  if (commits.length === 0) return [];
  if (commits.length > MAX_COMMITS) throw new Error(`More than ${MAX_COMMITS} commits`);
  const oids = commits.map((commit, index) => [`c${index}`, commit] as const);
  const variables = { ...repositoryParts(repo), check: CHECK_NAME, ...Object.fromEntries(oids) };
  const answer = await clients.asInstallation(repo.installation, async ({ graphql }) =>
    parseResponse(checksAnswer, await graphql(queryFor(oids.map(([name]) => name)), variables)),
  );
  return oids.flatMap(([name, commit]) =>
    foreignChecksOf(app, commit, answer.repository?.[name] ?? null),
  );
}

/** Asks for each commit by a name of its own. A commit that GitHub does not have is null in the answer. */
function queryFor(names: readonly string[]): string {
  const parameters = names.map((name) => `$${name}: GitObjectID!`).join(", ");
  const fields = names.map((name) => `${name}: object(oid: $${name}) { ...checks }`).join("\n    ");
  return `query ($owner: String!, $repo: String!, $check: String!, ${parameters}) {
  repository(owner: $owner, name: $repo) {
    ${fields}
  }
}
fragment checks on Commit {
  checkSuites(first: 20, filterBy: { checkName: $check }) { nodes { app { databaseId } } }
  status { context(name: $check) { id } }
}`;
}

function foreignChecksOf(
  app: number,
  commit: string,
  found: z.infer<typeof commitChecks> | null,
): ForeignCheck[] {
  const runs = (found?.checkSuites?.nodes ?? []).flatMap((suite): ForeignCheck[] => {
    const creator = suite?.app?.databaseId ?? null;
    return creator === app ? [] : [{ commit, name: CHECK_NAME, app: creator }];
  });
  const isStatus = (found?.status?.context ?? null) !== null;
  return isStatus ? [...runs, { commit, name: CHECK_NAME, app: null }] : runs;
}
