import type { ForeignCheck, ForgeRepository, ForgeScan } from "@countersign/engine";
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
/** Each answer about a repository is below a name of its own. */
const scanAnswer = z.object({
  repository: z
    .object({ tip: z.object({ oid: z.string() }).nullish() })
    .catchall(z.unknown())
    .nullish(),
});

/**
 * Reads the tip of a branch, and lists the check runs of other apps and the statuses that use the name of our check, for
 * all commits at once.
 */
export async function scanRepository(
  clients: GithubClients,
  app: number,
  repo: ForgeRepository,
  { branch, commits }: { branch: string; commits: readonly string[] },
): Promise<ForgeScan> {
  if (commits.length > MAX_COMMITS) throw new Error(`More than ${MAX_COMMITS} commits`);
  const oids = commits.map((commit, index) => [`c${index}`, commit] as const);
  const names = { ...repositoryParts(repo), check: CHECK_NAME, tip: `refs/heads/${branch}` };
  const { repository } = await clients.asInstallation(repo.installation, async ({ graphql }) => {
    const query = queryFor(oids.map(([name]) => name));
    return parseResponse(
      scanAnswer,
      await graphql(query, { ...names, ...Object.fromEntries(oids) }),
    );
  });
  return {
    tip: repository?.tip?.oid ?? null,
    foreignChecks: oids.flatMap(([name, commit]) =>
      foreignChecksOf(app, commit, parseResponse(commitChecks.nullish(), repository?.[name])),
    ),
  };
}

/** Asks for each commit by a name of its own. A commit that GitHub does not have is null in the answer. */
function queryFor(names: readonly string[]): string {
  const parameters = names.map((name) => `, $${name}: GitObjectID!`).join("");
  const fields = names.map((name) => `${name}: object(oid: $${name}) { ...checks }`).join("\n    ");
  const query = `query ($owner: String!, $repo: String!, $tip: String!${parameters}`;
  const tip = "repository(owner: $owner, name: $repo) { tip: object(expression: $tip) { oid }";
  // GitHub refuses a parameter or a fragment that is not used.
  if (names.length === 0) return `${query}) { ${tip} } }`;
  return `${query}, $check: String!) { ${tip}
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
  found: z.infer<typeof commitChecks> | null | undefined,
): ForeignCheck[] {
  const runs = (found?.checkSuites?.nodes ?? []).flatMap((suite): ForeignCheck[] => {
    const creator = suite?.app?.databaseId ?? null;
    return creator === app ? [] : [{ commit, name: CHECK_NAME, app: creator }];
  });
  const isStatus = (found?.status?.context ?? null) !== null;
  return isStatus ? [...runs, { commit, name: CHECK_NAME, app: null }] : runs;
}
