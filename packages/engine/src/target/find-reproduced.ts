import { awaitedBase, CountersignError, type Task } from "@countersign/core";
import { commandContext } from "../execute/command-context.ts";
import type { EngineScope } from "../execute/engine-scope.ts";
import { isSuperseded } from "../execute/execute-command.ts";
import { readClock } from "../platform/read-clock.ts";
import type { Session } from "../platform/transact.ts";
import type { Mirror, Pinned } from "../ports/mirror.ts";
import { readLinkedRepository } from "../store/forge/linked-repositories.ts";
import { ENGINE, ENGINE_KEYS } from "../store/names/engine-keys.ts";
import { isHeld } from "../store/organisation/foreign-tips.ts";
import type { StoredRepository } from "../store/organisation/repositories.ts";
import { findTrustFiles } from "./find-trust-files.ts";
import { listRepositoryTasks } from "./list-repository-tasks.ts";
import { isPlannedUnder, type MergeContext, readMergeContext } from "./read-merge-context.ts";
import { type ReproducedTask, reproduceSteps, type TargetStep } from "./reproduce-steps.ts";

const MAX_APPROVED = 200;

/** A task whose log approves exactly its content. */
type VerifiedApproval = Omit<MergeContext, "tip">;

/** A verified task, and the step of the target that contains exactly its merge. */
export type ReproducedMerge = ReproducedTask<VerifiedApproval>;

/**
 * Finds the approved tasks that explain every step of a target on a forge since its accepted commit. Null if a step has
 * none, if the repository is not on a forge, or if its merges are on hold already.
 */
export async function findReproduced(
  scope: EngineScope,
  repository: StoredRepository,
  tip: string,
): Promise<ReproducedMerge[] | null> {
  const { id, path, target } = repository;
  const [link, held] = await scope.readTogether<
    [Awaited<ReturnType<typeof readLinkedRepository>>, boolean]
  >([(session) => readLinkedRepository(session, id), (session) => isHeld(session, id)]);
  if (link === null || held) return null;
  const { commit, tree } = await scope.mirror.fetch({ id, path }, { branch: target });
  if (commit !== tip) return null;
  const steps = await readSteps(scope.mirror, repository, { commit, tree });
  if (steps === null) return null;
  const approved = await readApproved(scope, repository);
  return await reproduceSteps(scope.mirror, repository.tip, steps, approved);
}

/** Reads the first-parent steps of a target since its accepted commit, oldest first. Null if it was not extended. */
export async function readSteps(
  mirror: Mirror,
  { id: repo, target, tip: base }: Pick<StoredRepository, "id" | "target" | "tip">,
  { commit: head, tree }: Pinned,
): Promise<TargetStep[] | null> {
  if ((await mirror.mergeBase(repo, base, head)) !== base) return null;
  const { messages, cut } = await mirror.readHistory({ repo, target, base, head, tree });
  if (cut !== null) return null;
  const known = new Map(messages.map((message) => [message.commit, message]));
  const steps: TargetStep[] = [];
  for (let at: string | undefined = head; at !== base; at = steps.at(-1)?.parents[0]) {
    const step = at === undefined ? undefined : known.get(at);
    if (step === undefined) return null;
    steps.push(step);
  }
  return steps.toReversed();
}

/** Reads tasks whose approval is verified, sealed, past its grace, and complete under the policy in force. */
export async function readApproved(
  scope: EngineScope,
  { id, tip }: StoredRepository,
): Promise<VerifiedApproval[]> {
  const nowMs = await scope.read(readClock);
  const approved: VerifiedApproval[] = [];
  const ids = await listRepositoryTasks(scope, id, ["approved", "merging"]);
  for (const task of ids.slice(0, MAX_APPROVED)) {
    const read = await readMergeContext(scope, task);
    if (read === null || "damage" in read || read.repository.tip !== tip) continue;
    if (findTrustFiles(read.round).length > 0) continue;
    if (!isPlannedUnder(read.round, read.policy) || !canLand(read.task, nowMs)) continue;
    await scope.sealer.untilSealed(scope.org, task, read.task.seq);
    approved.push(read);
  }
  return approved;
}

/** Returns true if the approval of a task can no longer be undone and waits for no other task. */
function canLand(task: Task, nowMs: number): boolean {
  const { phase, grace } = task;
  const isApproved = phase.is === "approved" || phase.is === "merging";
  return isApproved && (grace === null || grace.untilMs <= nowMs) && awaitedBase(task) === null;
}

/**
 * Ends the tasks that a forge merged and runs `accept` in the same transaction. Returns false if a task changed in the
 * meantime.
 */
export async function closeReproduced(
  scope: EngineScope,
  reproduced: readonly ReproducedMerge[],
  accept: (session: Session) => Promise<void>,
): Promise<boolean> {
  const commands = reproduced.map(({ approved: { task, round }, commit, tree }) => {
    const approvedTree = round.content.tree;
    return {
      ...commandContext(scope, ENGINE),
      task: task.id,
      key: ENGINE_KEYS.reproduced(scope.org, task.id, task.seq),
      command:
        task.phase.is === "merging"
          ? ({ type: "merged", tree, commit } as const)
          : ({ type: "closed_elsewhere", outcome: "merged", tree, commit, approvedTree } as const),
      async whileLocked(_: Session, now: Task | null) {
        if (now?.seq === task.seq) return;
        throw new CountersignError("wrong_state", `${task.id} changed in the meantime`);
      },
    };
  });
  try {
    await scope.store.executeTogether(scope.org, commands, accept);
    return true;
  } catch (error) {
    if (isSuperseded(error)) return false;
    throw error;
  }
}
