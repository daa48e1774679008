import type { EngineScope } from "../execute/engine-scope.ts";
import { executeAsEngine } from "../execute/execute-command.ts";
import type { Session } from "../platform/transact.ts";
import { storePolicy } from "../policy/policy-source.ts";
import { ENGINE_KEYS } from "../store/names/engine-keys.ts";
import {
  type Acceptance,
  holdRepository,
  readRepository,
  replacePolicyDigest,
  type StoredRepository,
} from "../store/organisation/repositories.ts";
import {
  acceptanceForTask,
  acceptReproduced,
  acceptTarget,
  movedFor,
  notifyOpenTasks,
} from "./accept-target.ts";
import { findMovingTasks } from "./find-moving-tasks.ts";
import { findReproduced } from "./find-reproduced.ts";
import { holdForFirstPolicy, judgeFirstPolicy } from "./judge-first-policy.ts";
import { judgeForeignMove } from "./judge-foreign-move.ts";
import { listRepositoryTasks } from "./list-repository-tasks.ts";
import { acceptanceForTrust, findMovingTrust, finishTrust } from "./prove-trust.ts";
import { checkGitDir, holdUnreliable } from "./unreliable-target.ts";

/**
 * `ours`: the target is at its accepted commit. `foreign`: another party moved it, and its merges are on hold.
 */
export type TargetState = { is: "ours"; tip: string } | { is: "foreign"; tip: string | null };

/**
 * Reads the position of a target. Accepts a move by the engine, and judges or holds a move by others.
 *
 * A caller that has just read the repository may pass it. A change since then is noticed.
 */
export async function followTarget(
  scope: EngineScope,
  repo: string,
  known?: StoredRepository,
): Promise<TargetState> {
  const repository = known ?? (await scope.read((session) => readRepository(session, repo)));
  const reading = await scope.mirror.readTarget(repository, repository.target);
  if (reading.is === "unreliable") {
    await holdUnreliable(scope, repository, reading);
    return { is: "foreign", tip: null };
  }
  const elsewhere = await checkGitDir(scope, repository, reading.gitDir);
  if (elsewhere !== null) {
    await holdUnreliable(scope, repository, elsewhere);
    return { is: "foreign", tip: null };
  }
  const tip = reading.is === "at" ? reading.tip : null;
  if (tip === repository.tip) {
    scope.sightings.note(scope.org, repo, tip);
    await recompilePolicy(scope, repository);
    return { is: "ours", tip };
  }
  const judged = await scope.targetTurns.take(scope.org, repo, () =>
    judgeUnlessAccepted(scope, repository, tip),
  );
  return judged ?? followTarget(scope, repo);
}

/** Returns null if another commit was accepted while this call waited for its lock. */
async function judgeUnlessAccepted(
  scope: EngineScope,
  repository: StoredRepository,
  tip: string | null,
): Promise<TargetState | null> {
  const { id } = repository;
  const now = await scope.read((session) => readRepository(session, id));
  return now.tip === repository.tip ? await judgeMove(scope, repository, tip) : null;
}

/** Accepts or holds a target that has left its accepted commit. Returns null if that changed in the meantime. */
async function judgeMove(
  scope: EngineScope,
  repository: StoredRepository,
  tip: string | null,
): Promise<TargetState | null> {
  const first = tip === null ? null : await judgeFirstPolicy(scope, repository, tip);
  if (first !== null && "hold" in first) {
    await holdForFirstPolicy(scope, repository, first.hold);
    return { is: "foreign", tip };
  }
  if (tip === null) {
    const isStopped = await holdForForeignMove(scope, repository, { tip, detail: "" });
    return isStopped ? { is: "foreign", tip } : null;
  }
  const trusted = first?.acceptance ?? (await trustedAs(scope, repository, tip));
  if (trusted !== null) return oursIf(await acceptTarget(scope, repository, tip, trusted), tip);
  const changed = await findMovingTrust(scope, repository, tip);
  if (changed !== null) {
    const finish = (session: Session) => finishTrust(session, changed, tip);
    const acceptance = acceptanceForTrust(changed);
    return oursIf(await acceptTarget(scope, repository, tip, acceptance, finish), tip);
  }
  const reproduced = await findReproduced(scope, repository, tip);
  return reproduced === null
    ? await judgeForeign(scope, repository, tip)
    : oursIf(await acceptReproduced(scope, repository, tip, reproduced), tip);
}

/** Accepts or holds commits that countersign did not merge. Returns null if the target changed in the meantime. */
async function judgeForeign(
  scope: EngineScope,
  repository: StoredRepository,
  tip: string,
): Promise<TargetState | null> {
  const judged = await judgeForeignMove(scope, repository, tip);
  if ("acceptance" in judged)
    return oursIf(await acceptTarget(scope, repository, tip, judged.acceptance), tip);
  const isStopped = await holdForForeignMove(scope, repository, { tip, detail: judged.detail });
  return isStopped ? { is: "foreign", tip } : null;
}

function oursIf(isAccepted: boolean, tip: string): TargetState | null {
  return isAccepted ? { is: "ours", tip } : null;
}

/**
 * Returns the last accepted tip of the target, after checking whether it moved since.
 *
 * Work is compared with this commit only: an unaccepted move of the target is not part of the reviewed
 * history.
 */
export async function readAcceptedTip(
  scope: EngineScope,
  repo: string,
  known?: StoredRepository,
): Promise<string> {
  const state = await followTarget(scope, repo, known);
  if (state.is === "ours") return state.tip;
  const { tip } = await scope.read((session) => readRepository(session, repo));
  return tip;
}

/** Returns the acceptance for a move by the engine that the logs of its tasks prove. A train changes no policy. */
async function trustedAs(
  scope: EngineScope,
  repository: StoredRepository,
  tip: string,
): Promise<Acceptance | null> {
  const [task, ...more] = (await findMovingTasks(scope, repository, tip)) ?? [];
  if (task === undefined) return null;
  return more.length === 0 ? await acceptanceForTask(scope, task) : movedFor([task, ...more]);
}

/**
 * Applies the accepted policy, as this release compiles it, to open tasks.
 *
 * An upgrade can add keys with defaults, which changes the digest of the same file.
 */
async function recompilePolicy(
  scope: EngineScope,
  { id, tip, policyDigest }: StoredRepository,
): Promise<void> {
  const found = await scope.policies.at(scope.org, id, tip);
  if (policyDigest === null || !("policy" in found)) return;
  const { policy } = found;
  if (policy.digest === policyDigest) return;
  await notifyOpenTasks(scope, id, policy.digest);
  await scope.transact(async (session) => {
    await storePolicy(session, policy);
    await replacePolicyDigest(session, id, { from: policyDigest, to: policy.digest });
  });
}

/** Returns false if the target or its accepted commit has changed since it was read. */
async function holdForForeignMove(
  scope: EngineScope,
  repository: StoredRepository,
  { tip, detail: more }: { tip: string | null; detail: string },
): Promise<boolean> {
  const { id, target, tip: from } = repository;
  const to = tip === null ? "is gone" : `moved from ${from.slice(0, 12)} to ${tip.slice(0, 12)}`;
  const detail = `${target} ${to} outside countersign${more}`;
  const isStopped = await scope.transact(async (session) => {
    const now = await scope.mirror.readTarget(repository, target);
    const isSame = now.is === "at" ? now.tip === tip : now.is === "gone" && tip === null;
    if (!isSame || (await readRepository(session, id)).tip !== from) return false;
    await holdRepository(session, id, "target_moved", detail);
    return true;
  });
  if (!isStopped) return false;
  for (const task of await listRepositoryTasks(scope, id, ["approved", "merging"]))
    await executeAsEngine(scope, {
      task,
      key: ENGINE_KEYS.targetMoved(task, tip),
      command: { type: "target_moved", by: "others" },
    });
  return true;
}
