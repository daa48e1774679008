import { CountersignError, oneLine, type Task } from "@countersign/core";
import type { EngineScope } from "../../execute/engine-scope.ts";
import type { Pinned } from "../../ports/mirror.ts";
import type { StoredRepository } from "../../store/organisation/repositories.ts";
import { resolveRevision } from "./resolve-revision.ts";
import {
  type BaseSearch,
  describeFormerContent,
  type FoundBase,
  findBaseAt,
  findStackedBase,
} from "./stacked-base.ts";

type Where = {
  repository: StoredRepository;
  /** The last accepted tip of the target. */
  target: string;
  /** The author's worktree, in which revisions are resolved. Null means the repository's own directory. */
  worktree: string | null;
};

type Work = {
  work: Pinned;
  /** The base that the author passed. */
  given: string | undefined;
  /** The task of the work. Null for a new one. */
  task: Task | null;
};

/**
 * Returns the base of the work: a commit in the target's accepted history, or the current content of another task
 * of the repository. Any other base is refused, because reviewers must see everything that no other task has
 * reviewed.
 */
export async function findBase(
  scope: EngineScope,
  where: Where,
  { work, given, task }: Work,
): Promise<FoundBase> {
  const { repository, target } = where;
  const repo = repository.id;
  const accepted = await scope.mirror.mergeBase(repo, target, work.commit);
  if (accepted === null)
    throw new CountersignError(
      "invalid_input",
      "The work has no history in common with the target",
    );
  const sought = { repo, accepted, work, task };
  if (given !== undefined) return await namedBase(scope, where, { ...sought, given });
  const stacked = await findStackedBase(scope, sought);
  if (stacked !== null) return stacked;
  await refuseFormerBase(scope, repository, sought);
  return { base: accepted, accepted };
}

/**
 * Returns the base that the author passed: a commit of the target, or the content of another task below the work.
 */
async function namedBase(
  scope: EngineScope,
  { repository, target, worktree }: Where,
  { given, ...sought }: BaseSearch & { given: string },
): Promise<FoundBase> {
  const { repo, accepted, work } = sought;
  const mirror = scope.mirror;
  const named = await resolveRevision(mirror, repository, worktree, given);
  if ((await mirror.mergeBase(repo, named.commit, target)) === named.commit) {
    const base = await mirror.mergeBase(repo, named.commit, work.commit);
    return { base: base ?? accepted, accepted };
  }
  const name = `${oneLine(given, MAX_NAME)} (${named.commit.slice(0, SHORT_ID)})`;
  if ((await mirror.mergeBase(repo, named.commit, work.commit)) !== named.commit)
    throw new CountersignError("invalid_input", `The work is not built on ${name}`, {
      hint: `Rebase the work on it, or leave the base out`,
    });
  const found = await findBaseAt(scope, sought, named);
  if (found !== null) return found;
  const former = await describeFormerContent(scope, sought, named);
  const detail = former === null ? "" : `: it is ${former}`;
  throw new CountersignError(
    "invalid_input",
    `The base ${name} is neither part of the accepted history of ${repository.target} nor the current content of an open task${detail}`,
    {
      hint: `Submit the work below it as a task of its own first, or leave the base out to have everything since ${repository.target} reviewed together`,
    },
  );
}

const SHORT_ID = 12;
const MAX_NAME = 100;

/**
 * Refuses work that is built on former content of its base task.
 *
 * Otherwise changed or rejected content of the base task would become part of the stacked task unnoticed.
 */
async function refuseFormerBase(
  scope: EngineScope,
  { id, target }: StoredRepository,
  { task, work, accepted }: BaseSearch,
): Promise<void> {
  const { baseTask, content } = task?.round ?? {};
  if (baseTask === undefined || content === undefined || baseTask.isMerged === true) return;
  const { base } = content;
  const mirror = scope.mirror;
  if ((await mirror.mergeBase(id, base, work.commit)) !== base) return;
  if ((await mirror.mergeBase(id, base, accepted)) === base) return; // the target contains it by now
  throw new CountersignError(
    "invalid_input",
    `The work is still built on an earlier version of ${baseTask.task} (${base.slice(0, SHORT_ID)})`,
    {
      hint: `Rebase it: git rebase --onto <new base> ${base.slice(0, SHORT_ID)}. To have everything reviewed in this task, name ${target} as the base`,
    },
  );
}
