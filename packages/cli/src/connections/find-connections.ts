import type { RepositoryLine } from "@countersign/api";
import type { CliSession } from "../client/open-session.ts";
import type { CommandContext } from "../command/context.ts";
import { hookFiles } from "../hook/files/hook-files.ts";
import { readAllHookCalls } from "../hook/sessions/hook-calls.ts";
import { localFiles } from "../local-engine/files/local-files.ts";
import { findWorkplace } from "../workplace/find-workplace.ts";
import { type ConnectedAgent, connectedAgents } from "./connected-agents.ts";
import { type WorktreeCoverage, worktreeCoverage } from "./worktree-coverage.ts";

/** How the user's agents are connected, and which worktrees their hooks cover. */
export type Connections = {
  agents: ConnectedAgent[];
  worktrees: (WorktreeCoverage & { repo: string })[];
};

/** Nothing for an engine elsewhere, which does not see these files, and where no agent is connected. */
export async function findConnections(
  { env, server }: Pick<CommandContext, "env" | "server">,
  { client }: Pick<CliSession, "client">,
  repositories: readonly RepositoryLine[],
): Promise<Connections> {
  if (server !== null) return { agents: [], worktrees: [] };
  const agents = await connectedAgents(env, await readAllHookCalls(hookFiles(localFiles(env))));
  if (agents.length === 0) return { agents, worktrees: [] };
  const hasTask = async (worktree: string) =>
    (await client.listTasks({ worktree, limit: 1 })).items.length > 0;
  const worktrees = await Promise.all(
    repositories.map(async ({ id, path }) => {
      const place = await findWorkplace(path).catch(() => null);
      const covered = place === null ? [] : await worktreeCoverage(place.common, env, hasTask);
      return covered.map((worktree) => ({ ...worktree, repo: id }));
    }),
  );
  return { agents, worktrees: worktrees.flat() };
}
