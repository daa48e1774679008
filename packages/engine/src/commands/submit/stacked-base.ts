import { type BaseTaskState, baseStanding, type Task } from "@countersign/core";
import type { EngineScope } from "../../execute/engine-scope.ts";
import type { Pinned } from "../../ports/mirror.ts";
import { findTasksByContent, readBaseTask } from "../../store/tasks/base-tasks.ts";
import { listTaskMoves } from "../../store/tasks/moves.ts";

/** The base of the work. Reviewers see everything after it. */
export type FoundBase = {
  base: string;
  /** The merge base of the work and the target's accepted history. */
  accepted: string;
  /** The task whose content the base is. Omitted if the base is part of the target's accepted history. */
  baseTask?: { task: string; round: number } | undefined;
};

export type BaseSearch = {
  repo: string;
  /** The merge base of the work and the target's accepted history. */
  accepted: string;
  work: Pinned;
  /** The task of the work. Null for a new one. */
  task: Task | null;
};

/** Returns the nearest content of another task that the work is built on. Null if there is none. */
export async function findStackedBase(
  scope: EngineScope,
  sought: BaseSearch,
): Promise<FoundBase | null> {
  const { repo, accepted, work } = sought;
  const range = { base: accepted, head: work.commit };
  const [, ...below] = await scope.mirror.listCommits(repo, range);
  return await firstMatch(scope, sought, below);
}

/** Returns the content of another task at one commit. */
export async function findBaseAt(
  scope: EngineScope,
  sought: BaseSearch,
  commit: Pinned,
): Promise<FoundBase | null> {
  return await firstMatch(scope, sought, [commit]);
}

type Candidate = {
  task: Task;
  state: BaseTaskState /** Where the target got it. */;
  merges: string[];
};

async function firstMatch(
  scope: EngineScope,
  sought: BaseSearch,
  commits: readonly Pinned[],
): Promise<FoundBase | null> {
  if (commits.length === 0) return null;
  const candidates = await readCandidates(scope, sought, commits);
  for (const commit of commits)
    for (const candidate of candidates) {
      const found = await match(scope, sought, candidate, commit);
      if (found !== null) return found;
    }
  return null;
}

async function readCandidates(
  { transact }: EngineScope,
  { repo, task: own }: BaseSearch,
  commits: readonly Pinned[],
): Promise<Candidate[]> {
  return await transact(async (session) => {
    const candidates: Candidate[] = [];
    for (const task of await findTasksByContent(session, repo, commits)) {
      const state = await readBaseTask(session, task.id);
      if (state === null || isOwn(state, own)) continue;
      const moves = task.phase.is === "done" ? await listTaskMoves(session, task.id) : [];
      const merges = moves
        .filter(({ round, isVoid }) => round === task.round?.number && !isVoid)
        .map(({ commit }) => commit);
      candidates.push({ task, state, merges });
    }
    return candidates;
  });
}

/** Returns true for the task itself and for tasks that wait for it. They cannot be its base. */
function isOwn({ task, below }: BaseTaskState, own: Task | null): boolean {
  return own !== null && (task === own.id || below.includes(own.id));
}

/**
 * Returns the base if a commit is the candidate's content.
 *
 * Uncommitted work is submitted as the engine's commit, and its author may commit the same tree later. The
 * engine's commit is then the base, and the author's own commits belong to the stacked work.
 */
async function match(
  scope: EngineScope,
  { repo, accepted }: BaseSearch,
  { task, state, merges }: Candidate,
  commit: Pinned,
): Promise<FoundBase | null> {
  const content = task.round?.content;
  if (content === undefined || state.round === null || state.state === "rejected") return null;
  const isHead = state.heads.includes(commit.commit);
  if (!isHead && content.tree !== commit.tree) return null;
  const base = isHead ? commit.commit : content.head;
  if (baseStanding(base, state) === "changed") return null;
  const mirror = scope.mirror;
  for (const merge of merges)
    if ((await mirror.mergeBase(repo, merge, accepted)) === merge) return null; // the target contains it
  return { base, accepted, baseTask: { task: state.task, round: state.round } };
}

/** Describes former content of a rejected task at a commit. Null if it is unknown. */
export async function describeFormerContent(
  scope: EngineScope,
  sought: BaseSearch,
  commit: Pinned,
): Promise<string | null> {
  const [first] = await readCandidates(scope, sought, [commit]);
  return first?.state.state === "rejected"
    ? `the content of ${first.state.task}, which was rejected`
    : null;
}
