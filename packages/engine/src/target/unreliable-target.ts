import type { EngineDeps } from "../execute/engine-deps.ts";
import { transact } from "../platform/transact.ts";
import { claimGitDir } from "../store/organisation/claim-git-dir.ts";
import {
  type HoldWhy,
  holdRepository,
  type StoredRepository,
} from "../store/organisation/repositories.ts";

/** Returns why a path is not the registered repository. Null if it is. */
export async function checkGitDir(
  { pool }: EngineDeps,
  org: string,
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
  parts: EngineDeps,
  org: string,
  { id, target }: StoredRepository,
  { why, detail }: { why: HoldWhy; detail: string },
): Promise<void> {
  await transact(parts.pool, org, (session) =>
    holdRepository(
      session,
      org,
      id,
      why,
      why === "repository_gone" ? detail : `${target}: ${detail}`,
    ),
  );
  parts.log({ level: "error", event: "merges_stopped", fields: { org, repo: id, cause: why } });
}
