import { isGranted } from "../rest/app-operations.ts";
import type { Actor } from "../rest/call.ts";
import { type HubRepository, repositoryName } from "../world/accounts.ts";
import { latestRuns } from "../world/look-up.ts";
import { hasCommit } from "../world/refs.ts";
import type { World } from "../world/world.ts";

/** The world as an actor may see it. */
export type SeenWorld = { world: World; actor: Actor };

type SuiteFilter = { filterBy?: { appId?: number; checkName?: string } };

/** A commit with its checks; null if the repository does not have it. */
export async function commitNode(
  { world, actor }: SeenWorld,
  repository: HubRepository,
  oid: string | undefined,
) {
  if (oid === undefined || !(await hasCommit(repository, oid))) return null;
  return {
    __typename: "Commit",
    id: `C_${oid}`,
    oid,
    checkSuites: ({ filterBy = {} }: SuiteFilter) => {
      requireRead(actor, "checks");
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
      requireRead(actor, "statuses");
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

/** Throws if an installation of an app lacks a permission. */
export function requireRead(actor: Actor, permission: string): void {
  if (actor.kind === "installation" && !isGranted(actor.permissions[permission], "read"))
    throw new Error("Resource not accessible by integration");
}
