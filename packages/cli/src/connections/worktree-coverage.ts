import { readBranchTree, readWork } from "@countersign/adapters";
import { hookFiles } from "../hook/files/hook-files.ts";
import { readHookCalls } from "../hook/sessions/hook-calls.ts";
import { localFiles } from "../local-engine/files/local-files.ts";
import type { Environment } from "../runtime/environment.ts";
import { gitProgram } from "../runtime/git-program.ts";
import { type ListedWorktree, listWorktrees } from "./list-worktrees.ts";

/** A working directory, and whether agents' hooks report what happens in it. */
export type WorktreeCoverage = {
  root: string;
  branch: string | null;
  /** The agent whose hooks were last heard there; null when none were. */
  agent: string | null;
  heardMs: number | null;
  /** It has work that no hook has reported and no task contains. */
  isUnreported: boolean;
};

const LOOK_MS = 5_000;

/** `hasTask` tells whether work of a directory was submitted in another way. */
export async function worktreeCoverage(
  common: string,
  env: Environment,
  hasTask: (root: string) => Promise<boolean>,
): Promise<WorktreeCoverage[]> {
  const files = hookFiles(localFiles(env));
  const heard = await readHookCalls(files, common);
  const covers = async (worktree: ListedWorktree): Promise<WorktreeCoverage> => {
    const { root, branch, createdMs } = worktree;
    const last = heard.find((hook) => hook.root === root && hook.atMs >= createdMs);
    if (last !== undefined)
      return { root, branch, agent: last.agent, heardMs: last.atMs, isUnreported: false };
    const hasWork = await hasOwnWork(worktree, { directory: files.scratch, git: gitProgram(env) });
    const isUnreported = hasWork && !(await hasTask(root));
    return { root, branch, agent: null, heardMs: null, isUnreported };
  };
  return await Promise.all((await listWorktrees(common)).map(covers));
}

/** Changes in the main directory are mostly the person's own; they say nothing about an agent. */
async function hasOwnWork(
  { root, branch, isMain, hasCommits }: ListedWorktree,
  place: { directory: string; git: string | undefined },
): Promise<boolean> {
  if (isMain || hasCommits || branch === null) return !isMain && hasCommits;
  const options = { ...place, worktree: root, timeoutMs: LOOK_MS };
  const [now, committed] = await Promise.all([
    readWork(options).catch(() => null),
    readBranchTree(options, branch).catch(() => null),
  ]);
  return now !== null && committed !== null && now !== committed;
}
