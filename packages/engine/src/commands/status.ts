import type { Principal } from "../access/principal.ts";
import type { EngineScope } from "../execute/engine-scope.ts";
import { listReadableRepositories } from "./repositories/repositories.ts";
import type { RepositorySummary } from "./repositories/repository-lines.ts";
import { readTaskCounts, type TaskCounts } from "./task-counts.ts";

export type EngineStatus = TaskCounts & {
  repositories: readonly RepositorySummary[];
  /** Description of the sandbox for checks. */
  sandbox: string;
};

export async function status(scope: EngineScope, by: Principal): Promise<EngineStatus> {
  const counted = await readTaskCounts(scope, by);
  const sandbox = await scope.processes.sandbox();
  return {
    ...counted,
    repositories: await listReadableRepositories(scope, by),
    sandbox:
      sandbox.kind === "none"
        ? `none: ${sandbox.why}. ${sandbox.install}.`
        : `${sandbox.kind} ${sandbox.version}`,
  };
}
