import type { EngineScope } from "../../execute/engine-scope.ts";
import { isHeld } from "../../store/organisation/foreign-tips.ts";
import { readRepository, type StoredRepository } from "../../store/organisation/repositories.ts";
import { readApproved, readSteps } from "../../target/find-reproduced.ts";
import type { TargetState } from "../../target/follow-target.ts";
import { type GroupJudgement, judgeMergeGroup } from "../../target/judge-merge-group.ts";
import type { ApprovedWork } from "../../target/reproduce-steps.ts";

/** A commit that the forge built, and the heads of the queue up to it, in its order. */
export type QueuedGroup = { commit: string; heads: readonly string[] };

export type JudgedGroup = { commit: string; judged: GroupJudgement };

/**
 * Judges the groups of a merge queue by the tasks that are approved now. Null if the target moved in the meantime: a task
 * that was merged since is missing from the approved ones, so a sound group would be refused.
 */
export async function judgeQueue(
  scope: EngineScope,
  repo: string,
  target: TargetState,
  groups: readonly QueuedGroup[],
): Promise<JudgedGroup[] | null> {
  if (groups.length === 0) return [];
  const isStopped =
    target.is === "foreign" || (await scope.read((session) => isHeld(session, repo)));
  if (isStopped)
    return groups.map(({ commit }) => ({ commit, judged: refused("merges are on hold") }));
  const repository = await scope.read((session) => readRepository(session, repo));
  const approved = await readApproved(scope, repository);
  const judged: JudgedGroup[] = [];
  for (const group of groups)
    judged.push({
      commit: group.commit,
      judged: await judgeGroup(scope, repository, group, approved),
    });
  const { tip } = await scope.read((session) => readRepository(session, repo));
  return tip === repository.tip ? judged : null;
}

async function judgeGroup(
  { mirror }: EngineScope,
  repository: StoredRepository,
  { commit, heads }: QueuedGroup,
  approved: readonly ApprovedWork[],
): Promise<GroupJudgement> {
  const pinned = await mirror.unkept.pin(repository, commit);
  if (pinned === null) return refused("its commit could not be fetched");
  const steps = await readSteps(mirror, repository, pinned);
  if (steps === null) return refused("it does not continue the accepted target");
  return await judgeMergeGroup(mirror, { accepted: repository.tip, steps, heads }, approved);
}

function refused(why: string): GroupJudgement {
  return { is: "refused", why };
}
