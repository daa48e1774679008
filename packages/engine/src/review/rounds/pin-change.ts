import {
  CONFIG_FILES,
  type Content,
  CountersignError,
  loadPolicy,
  type Policy,
} from "@countersign/core";
import { explainProblems } from "../../policy/policy-source.ts";
import { configFiles, readPolicy } from "../../policy/read-policy.ts";
import type { Mirror, Pinned, Repository, SkippedPath } from "../../ports/mirror.ts";

/** The local work to review: a commit, the index or the worktree, and its base. */
export type LocalWork = {
  repository: Repository;
  worktree: string;
  /** The checked-out branch, if any. */
  branch: string | null;
  take: "committed" | "staged" | "worktree";
  /** The commit to review. Null means HEAD. */
  head: string | null;
  /**
   * Null means the merge base with the target; on the target itself, or without a target branch, the parent
   * commit.
   */
  base: string | null;
  /** If the policy is unusable: refuse (the default), or use the last valid one. */
  unusablePolicy?: "refuse" | "last_valid" | undefined;
};

/** A change as exact bytes, and a policy that the change cannot have loosened. */
export type LocalChange = {
  content: Content;
  policy: Policy;
  /** The source of the policy. A null file means the defaults. */
  policyFrom: { commit: string; file: string | null };
  /** Why the policy at the base or target is unusable and an earlier one applies, or null. */
  policyProblem: string | null;
  /** Paths of the worktree that could not be included. */
  skipped: readonly SkippedPath[];
};

/** Pins local work and reads the policy from the trusted side: its base, or the target. */
export async function pinChange(mirror: Mirror, work: LocalWork): Promise<LocalChange> {
  const { id: repo } = work.repository;
  const { commit: head, tree, skipped } = await takeWork(mirror, work);
  const { base, trusted, target } = await findBase(mirror, work, head);
  const { policy, file, commit, problem } = await policyFor(mirror, work, trusted);
  return {
    content: { repo, target: target ?? policy.merge.target, base, head, tree },
    policy,
    policyFrom: { commit, file },
    policyProblem: problem,
    skipped,
  };
}

type Taken = Pinned & { skipped: readonly SkippedPath[] };

async function takeWork(mirror: Mirror, work: LocalWork): Promise<Taken> {
  const { repository, worktree, take, head } = work;
  if (take === "worktree") return await mirror.snapshot(repository, worktree);
  if (take === "staged") return { ...(await mirror.staged(repository, worktree)), skipped: [] };
  return { ...(await pinned(mirror, repository, head ?? "HEAD")), skipped: [] };
}

async function pinned(mirror: Mirror, repository: Repository, name: string): Promise<Pinned> {
  const found = await mirror.pin(repository, name);
  if (found !== null) return found;
  throw new CountersignError("invalid_input", `There is no commit ${name}`, {
    hint: "List branches with: git branch --all",
  });
}

/** The base of the change, and the commit whose policy applies. */
type Base = { base: string; trusted: string; target: string | null };

async function findBase(mirror: Mirror, work: LocalWork, head: string): Promise<Base> {
  const { repository } = work;
  const { id: repo } = repository;
  if (work.base !== null) {
    const { commit } = await pinned(mirror, repository, work.base);
    const base = await mirror.mergeBase(repo, commit, head);
    return { base: base ?? commit, trusted: commit, target: null };
  }
  const own = await pinned(mirror, repository, work.head ?? "HEAD");
  const target = await findTarget(mirror, repository, own.commit);
  if (work.take !== "committed") {
    return {
      base: own.commit,
      trusted: target?.commit ?? own.commit,
      target: target?.name ?? null,
    };
  }
  const isElsewhere = work.branch !== null && work.branch !== target?.name;
  if (target === null || (target.commit === head && !isElsewhere)) {
    const before = await commitBefore(mirror, repository, head);
    return { base: before, trusted: before, target: target?.name ?? null };
  }
  const base = await mirror.mergeBase(repo, target.commit, head);
  if (base !== null) return { base, trusted: target.commit, target: target.name };
  throw new CountersignError("invalid_input", `HEAD and ${target.name} have no common commit`, {
    hint: "Name what to compare with: --base <commit>",
  });
}

async function commitBefore(mirror: Mirror, repository: Repository, head: string): Promise<string> {
  const before = await mirror.pin(repository, `${head}~1`);
  if (before !== null) return before.commit;
  throw new CountersignError("invalid_input", "There is only one commit, so nothing to compare", {
    hint: "Name a commit to compare with: --base <commit>, or review uncommitted changes: --worktree",
  });
}

/** Branches to search for the current policy: the remote's default branch, then the usual names. */
const ROOTS = ["refs/remotes/origin/HEAD", ...["main", "master"].flatMap(branchRefs)];

type FoundBranch = { name: string; commit: string };

/**
 * Returns the target branch, local or as last fetched.
 *
 * The policy on the default branch names the target, not the policy in the work: a change could otherwise choose the
 * policy that judges it. The work's policy is read only if the repository has no default branch.
 */
async function findTarget(
  mirror: Mirror,
  repository: Repository,
  head: string,
): Promise<FoundBranch | null> {
  for (const place of ROOTS) {
    const root = await mirror.pin(repository, place);
    const named = root === null ? null : await findNamed(mirror, repository, root.commit);
    if (named !== null) return named;
    const name = place.split("/").at(-1) ?? "";
    if (root !== null && name !== "HEAD") return { name, commit: root.commit };
  }
  return await findNamed(mirror, repository, head);
}

/** Returns the target branch that the policy at a commit names. Null if there is no policy or no such branch. */
async function findNamed(
  mirror: Mirror,
  repository: Repository,
  commit: string,
): Promise<FoundBranch | null> {
  const { id: repo } = repository;
  const files = await configFiles(mirror, repo, commit);
  const loaded = await readPolicy(mirror, repo, commit, files);
  if (!loaded.ok) return null;
  const name = loaded.policy.merge.target;
  for (const place of branchRefs(name)) {
    const pin = await mirror.pin(repository, place);
    if (pin !== null) return { name, commit: pin.commit };
  }
  return null;
}

function branchRefs(branch: string): string[] {
  return [`refs/heads/${branch}`, `refs/remotes/origin/${branch}`];
}

type Judge = { policy: Policy; file: string | null };
type FoundJudge = Judge & { commit: string; problem: string | null };

/** Returns the policy of a commit. If it is unusable and the caller allows it, returns the last valid one. */
async function policyFor(
  mirror: Mirror,
  { repository, unusablePolicy }: LocalWork,
  commit: string,
): Promise<FoundJudge> {
  try {
    return { ...(await policyAt(mirror, repository.id, commit)), commit, problem: null };
  } catch (error) {
    if (unusablePolicy !== "last_valid" || !isUnusable(error)) throw error;
    return { ...(await lastValid(mirror, repository, commit)), problem: error.message };
  }
}

/** Maximum commits to search for an earlier policy. */
const MAX_BACK = 100;

async function lastValid(
  mirror: Mirror,
  repository: Repository,
  from: string,
): Promise<Judge & { commit: string }> {
  let at = from;
  for (let step = 0; step < MAX_BACK; step += 1) {
    const before = await mirror.pin(repository, `${at}~1`);
    if (before === null) break;
    at = before.commit;
    try {
      return { ...(await policyAt(mirror, repository.id, at)), commit: at };
    } catch (error) {
      if (!isUnusable(error)) throw error;
    }
  }
  return { policy: defaults(), file: null, commit: from };
}

function isUnusable(error: unknown): error is CountersignError {
  return error instanceof CountersignError && error.code === "invalid_input";
}

async function policyAt(mirror: Mirror, repo: string, commit: string): Promise<Judge> {
  const files = await configFiles(mirror, repo, commit);
  const file = CONFIG_FILES.find((name) => files.has(name)) ?? null;
  if (file === null) return { policy: defaults(), file };
  const loaded = await readPolicy(mirror, repo, commit, files);
  if (loaded.ok) return { policy: loaded.policy, file };
  const where = `${file} of commit ${commit.slice(0, 12)}`;
  const problem = explainProblems(loaded.problems);
  throw new CountersignError("invalid_input", `${where} cannot be used: ${problem}`, {
    hint: "The configuration in force is that of the base; correct it there",
  });
}

/** Returns the default policy, which runs no project script. */
function defaults(): Policy {
  const loaded = loadPolicy({ version: 1 });
  if (loaded.ok) return loaded.policy;
  throw new CountersignError("internal", "The default policy cannot be read");
}
