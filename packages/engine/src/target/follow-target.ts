import type { LogEntry } from "@countersign/core";
import { and, eq, inArray } from "drizzle-orm";
import type { EngineScope } from "../execute/engine-scope.ts";
import { executeAsEngine } from "../execute/execute-command.ts";
import { boundary } from "../platform/boundary.ts";
import type { Session } from "../platform/transact.ts";
import { type FoundPolicy, storePolicy } from "../policy/policy-source.ts";
import { ENGINE, ENGINE_KEYS } from "../store/names/engine-keys.ts";
import { isHeld } from "../store/organisation/foreign-tips.ts";
import {
  type Acceptance,
  acceptTip,
  holdRepository,
  lockTip,
  readRepository,
  replacePolicyDigest,
  type StoredRepository,
} from "../store/organisation/repositories.ts";
import { tasks } from "../store/schema/schema.ts";
import { findMovingTasks } from "./find-moving-tasks.ts";
import { holdForFirstPolicy, judgeFirstPolicy } from "./judge-first-policy.ts";
import { judgeForeignMove } from "./judge-foreign-move.ts";
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
  const judged =
    trusted === null ? await judgeForeignMove(scope, repository, tip) : { acceptance: trusted };
  if ("acceptance" in judged) {
    const isAccepted = await acceptTarget(scope, repository, tip, judged.acceptance);
    return isAccepted ? { is: "ours", tip } : null;
  }
  const isStopped = await holdForForeignMove(scope, repository, {
    tip,
    detail: judged.detail,
  });
  return isStopped ? { is: "foreign", tip } : null;
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

/** Returns the acceptance for a move by the engine for a task that a person approved. */
export async function acceptanceForTask(
  { store, org }: EngineScope,
  task: string,
): Promise<Acceptance> {
  return { ...movedFor([task]), person: findApprover(await store.log(org, task)) };
}

/** Returns the acceptance for a move by the engine that leaves the policy as it is. */
export function movedFor(merged: readonly string[]): Acceptance {
  return { how: "moved", by: ENGINE, reason: `merged ${merged.join(", ")}` };
}

/** Returns the person who overrode the gate, or else gave the last approval. */
function findApprover(log: readonly LogEntry[]): string | null {
  const last = log.findLast(
    ({ event }) =>
      (event.type === "approved" && event.override) ||
      (event.type === "verdict_recorded" &&
        event.verdict.byKind === "human" &&
        event.verdict.opinion === "approved"),
  );
  return last?.by ?? null;
}

/**
 * Accepts a commit as the trusted state of the target. A policy in it applies to every open task.
 *
 * An unreadable policy does not replace the last valid one: the owner is notified and merges wait.
 *
 * Returns false if another commit was accepted since the repository was read. Otherwise `alongside` runs in
 * the same transaction.
 */
export async function acceptTarget(
  scope: EngineScope,
  repository: StoredRepository,
  tip: string,
  acceptance: Acceptance,
  alongside: (session: Session) => Promise<void> = async () => {},
): Promise<boolean> {
  const { id, policyDigest } = repository;
  await scope.mirror.fetch(repository, { branch: repository.target });
  boundary("target.fetched");
  const found = await scope.policies.at(scope.org, id, tip);
  const next = await scope.transact(async (session) => {
    const accepted = await lockTip(session, id);
    if (accepted !== repository.tip) {
      if (accepted === tip) await alongside(session);
      return { superseded: accepted !== tip };
    }
    if (acceptance.how === "foreign" && (await isHeld(session, id))) return { superseded: true };
    const last = (await readRepository(session, id)).policyDigest;
    const state = acceptedState(found, last, acceptance);
    if ("policy" in found) await storePolicy(session, found.policy);
    if (last !== null) await holdUnreadable(session, repository, found);
    await alongside(session);
    await acceptTip(session, id, { tip, ...state }, acceptance);
    return state;
  });
  boundary("target.accepted");
  if ("superseded" in next) return !next.superseded;
  if (next.policyDigest !== null && next.policyDigest !== policyDigest)
    await notifyOpenTasks(scope, id, next.policyDigest);
  return true;
}

async function holdUnreadable(
  session: Session,
  { id, target }: StoredRepository,
  found: FoundPolicy,
): Promise<void> {
  if (!("problem" in found)) return;
  const detail = `The policy on ${target} cannot be read: ${found.problem}`;
  await holdRepository(session, id, "policy_unreadable", detail);
}

/** Returns the policy in force after a commit was accepted. A new policy names the person who accepted it. */
function acceptedState(
  found: FoundPolicy,
  last: string | null,
  { person = null }: Acceptance,
): Pick<StoredRepository, "policyDigest" | "problem" | "policyAcceptedBy"> {
  if ("problem" in found) return { policyDigest: last, problem: found.problem };
  const { digest } = found.policy;
  const accepted = digest === last ? {} : { policyAcceptedBy: person };
  return { policyDigest: digest, problem: null, ...accepted };
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

const UNDECIDED = ["reviewing", "approved", "held"] as const;

/** Notifies tasks whose plan may be out of date. Other tasks get the new policy when they are submitted. */
async function notifyOpenTasks(scope: EngineScope, repo: string, digest: string): Promise<void> {
  for (const task of await listRepositoryTasks(scope, repo, UNDECIDED))
    await executeAsEngine(scope, {
      task,
      key: ENGINE_KEYS.policyChanged(task, digest),
      command: { type: "policy_changed" },
    });
}

export async function listRepositoryTasks(
  { transact, org }: EngineScope,
  repo: string,
  states: readonly ("reviewing" | "approved" | "merging" | "held")[],
): Promise<string[]> {
  const rows = await transact(({ db }) =>
    db
      .select({ id: tasks.taskId })
      .from(tasks)
      .where(and(eq(tasks.orgId, org), eq(tasks.repo, repo), inArray(tasks.state, [...states]))),
  );
  return rows.map(({ id }) => id);
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
