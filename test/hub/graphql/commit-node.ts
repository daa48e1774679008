import { type HubRepository, repositoryName } from "../world/accounts.ts";
import { latestRuns } from "../world/look-up.ts";
import { hasCommit } from "../world/refs.ts";
import type { World } from "../world/world.ts";

type SuiteFilter = { filterBy?: { appId?: number; checkName?: string } };

/** A commit with its checks; null if the repository does not have it. */
export async function commitNode(world: World, repository: HubRepository, oid: string | undefined) {
  if (oid === undefined || !(await hasCommit(repository, oid))) return null;
  return {
    __typename: "Commit",
    id: `C_${oid}`,
    oid,
    checkSuites: ({ filterBy = {} }: SuiteFilter) => {
      const { appId, checkName } = filterBy;
      const runs = latestRuns(world, repository, oid).filter(
        ({ app, name }) =>
          (appId === undefined || app.id === appId) &&
          (checkName === undefined || name === checkName),
      );
      const apps = [...new Set(runs.map(({ app }) => app))];
      const nodes = apps.map((app) => ({
        id: `CS_${repositoryName(repository)}_${oid}_${app.id}`,
        app: { id: `A_${app.id}`, databaseId: app.id, slug: app.slug },
      }));
      const pageInfo = { hasNextPage: false, hasPreviousPage: false };
      return { nodes, pageInfo, totalCount: nodes.length };
    },
    status: () => {
      const statuses = world.statuses.filter(
        (one) => one.repository === repository && one.commit === oid,
      );
      if (statuses.length === 0) return null;
      return {
        id: `S_${oid}`,
        context: ({ name }: { name: string }) => {
          const found = statuses.findLast(({ context }) => context === name);
          if (found === undefined) return null;
          return { id: `SC_${found.id}`, context: name, state: found.state.toUpperCase() };
        },
      };
    },
  };
}
