import type { EngineScope } from "../execute/engine-scope.ts";
import { claimGitDir } from "../store/organisation/claim-git-dir.ts";
import {
  type HoldWhy,
  holdRepository,
  type StoredRepository,
} from "../store/organisation/repositories.ts";

/** Returns why a path is not the registered repository. Null if it is. */
export async function checkGitDir(
  { pool, org }: EngineScope,
  { id, gitDir: registered }: StoredRepository,
  gitDir: string,
): Promise<{ why: HoldWhy; detail: string } | null> {
  if (registered === gitDir) return null;
  if (registered !== null)
    return {
      why: "target_unreadable",
      detail: `Its path leads to ${gitDir}, and ${registered} was registered`,
    };
  const isOurs = await claimGitDir(pool, org, id, gitDir);
  return isOurs
    ? null
    : { why: "registered_twice", detail: `Another registration has ${gitDir}. Remove one of them` };
}

/** Holds a repository because git and countersign may read two different targets. */
export async function holdUnreliable(
  scope: EngineScope,
  { id, target }: StoredRepository,
  { why, detail }: { why: HoldWhy; detail: string },
): Promise<void> {
  await scope.transact((session) =>
    holdRepository(session, id, why, why === "repository_gone" ? detail : `${target}: ${detail}`),
  );
  scope.log({
    level: "error",
    event: "merges_stopped",
    fields: { org: scope.org, repo: id, cause: why },
  });
}
