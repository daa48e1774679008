import type { Client } from "@countersign/api";
import { type FindPlace, NOWHERE } from "@countersign/mcp";
import type { CommandContext } from "../context.ts";
import type { EngineFiles } from "../local-engine/engine-files.ts";
import { findWorkplace } from "../workplace/find-workplace.ts";
import { branchTask, rememberBranchTask } from "./branch-task.ts";
import { knownRepository } from "./repository-here.ts";

type Settings = { directory: CommandContext["directory"]; files: EngineFiles; client: Client };

/** Where an agent works that was started in a directory of this machine. */
export function agentPlace({ directory, files, client }: Settings): {
  place: FindPlace;
  remember(task: string): Promise<void>;
} {
  const here = () => findWorkplace(directory).catch(() => null);
  return {
    async place() {
      const found = await here();
      if (found === null) return NOWHERE;
      const repo = (await knownRepository({ client }, found))?.id ?? null;
      const task = await branchTask(files.directory, found);
      return { repo, worktree: found.root, branch: found.branch, task };
    },
    async remember(task) {
      const found = await here();
      if (found !== null) await rememberBranchTask(files.directory, found, task);
    },
  };
}
