import type { Client } from "@countersign/api";
import { NO_BRANCH } from "@countersign/core";
import type { FindPlace } from "@countersign/mcp";
import type { CommandContext } from "../command/context.ts";
import type { EngineFiles } from "../local-engine/files/engine-files.ts";
import { findWorkplace } from "../workplace/find-workplace.ts";
import { formerBranchTask } from "./branch-task.ts";
import { knownRepository } from "./repository-here.ts";

type Settings = { directory: CommandContext["directory"]; files: EngineFiles; client: Client };

/** Where an agent works that was started in a directory of this machine. */
export function agentPlace({ directory, files, client }: Settings): FindPlace {
  return async () => {
    const found = await findWorkplace(directory).catch(() => null);
    const repository = found === null ? null : await knownRepository({ client }, found);
    if (found === null || repository === null) return { is: "outside" };
    return {
      is: "worktree",
      repo: repository.id,
      worktree: found.root,
      branch: found.branch ?? NO_BRANCH,
      formerTask: await formerBranchTask(files.directory, found),
    };
  };
}
