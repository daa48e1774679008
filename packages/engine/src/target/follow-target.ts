import type { LogEntry } from "@countersign/core";
import { and, eq, inArray } from "drizzle-orm";
import type { EngineDeps } from "../execute/engine-deps.ts";
import { executeAsEngine } from "../execute/execute-command.ts";
import { boundary } from "../platform/boundary.ts";
import { type Session, transact } from "../platform/transact.ts";
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
import { holdForFirstPolicy, judgeFirstPolicy } from "./judge-first-policy.ts";
import { judgeForeignMove } from "./judge-foreign-move.ts";
import { findMover } from "./trusted-move.ts";
import { checkGitDir, holdUnreliable } from "./unreliable-target.ts";

/**
 * `ours`: the target is at its accepted commit. `foreign`: another party moved it, and its merges are on hold.
 */
export type TargetState = { is: "ours"; tip: string } | { is: "foreign"; tip: string | null };

/** Reads the position of a target. Accepts a move by the engine, and judges or holds a move by others. */
export async function followTarget(
  parts: EngineDeps,
  org: string,
  repo: string,
): Promise<TargetState> {
  const repository = await transact(parts.pool, org, (session) =>
    readRepository(session, org, repo),
  );
  const reading = await parts.mirrorOf(org).readTarget(repository, repository.target);
  if (reading.is === "unreliable") {
    await holdUnreliable(parts, org, repository, reading);
    return { is: "foreign", tip: null };
  }
  const elsewhere = await checkGitDir(parts, org, repository, reading.gitDir);
  if (elsewhere !== null) {
    await holdUnreliable(parts, org, repository, elsewhere);
    return { is: "foreign", tip: null };
  }
  const tip = reading.is === "at" ? reading.tip : null;
  if (tip === repository.tip) {
    parts.sightings.note(org, repo, tip);
    await recompilePolicy(parts, org, repository);
    return { is: "ours", tip };
  }
  const judged = await parts.targetTurns.take(org, repo, () =>
    judgeUnlessAccepted(parts, org, repository, tip),
  );
  return judged ?? followTarget(parts, org, repo);
}

/** Returns null if another commit was accepted while this call waited for its lock. */
async function judgeUnlessAccepted(
  parts: EngineDeps,
  org: string,
  repository: StoredRepository,
  tip: string | null,
): Promise<TargetState | null> {
  const { id } = repository;
  const now = await transact(parts.pool, org, (session) => readRepository(session, org, id));
  return now.tip === repository.tip ? await judgeMove(parts, org, repository, tip) : null;
}

/** Accepts or holds a target that has left its accepted commit. Returns null if that changed in the meantime. */
async function judgeMove(
  parts: EngineDeps,
  org: string,
  repository: StoredRepository,
  tip: string | null,
): Promise<TargetState | null> {
  const first = tip === null ? null : await judgeFirstPolicy(parts, org, repository, tip);
  if (first !== null && "hold" in first) {
    await holdForFirstPolicy(parts, org, repository, first.hold);
    return { is: "foreign", tip };
  }
  if (tip === null) {
    const isStopped = await holdForForeignMove(parts, org, repository, { tip, detail: "" });
    return isStopped ? { is: "foreign", tip } : null;
  }
  const trusted = first?.acceptance ?? (await trustedAs(parts, org, repository, tip));
  const judged =
    trusted === null
      ? await judgeForeignMove(parts, org, repository, tip)
      : { acceptance: trusted };
  if ("acceptance" in judged) {
    const isAccepted = await acceptTarget(parts, org, repository, tip, judged.acceptance);
    return isAccepted ? { is: "ours", tip } : null;
  }
  const isStopped = await holdForForeignMove(parts, org, repository, {
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
  parts: EngineDeps,
  org: string,
  repo: string,
): Promise<string> {
  await followTarget(parts, org, repo);
  const { tip } = await transact(parts.pool, org, (session) => readRepository(session, org, repo));
  return tip;
}

/** Returns the acceptance for a move by the engine that a task's log proves. */
async function trustedAs(
  parts: EngineDeps,
  org: string,
  repository: StoredRepository,
  tip: string,
): Promise<Acceptance | null> {
  const task = await findMover(parts, org, repository, tip);
  return task === null ? null : await acceptanceForTask(parts, org, task);
}

/** Returns the acceptance for a move by the engine for a task that a person approved. */
export async function acceptanceForTask(
  { store }: EngineDeps,
  org: string,
  task: string,
): Promise<Acceptance> {
  const person = approverOf(await store.log(org, task));
  return { how: "moved", by: ENGINE, reason: `merged ${task}`, person };
}

/** Returns the person who overrode the gate, or else gave the last approval. */
function approverOf(log: readonly LogEntry[]): string | null {
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
  parts: EngineDeps,
  org: string,
  repository: StoredRepository,
  tip: string,
  acceptance: Acceptance,
  alongside: (session: Session) => Promise<void> = async () => {},
): Promise<boolean> {
  const { id, policyDigest } = repository;
  await parts.mirrorOf(org).fetch(repository, { branch: repository.target });
  boundary("target.fetched");
  const found = await parts.policies.at(org, id, tip);
  const next = await transact(parts.pool, org, async (session) => {
    const accepted = await lockTip(session, org, id);
    if (accepted !== repository.tip) {
      if (accepted === tip) await alongside(session);
      return { superseded: accepted !== tip };
    }
    if (acceptance.how === "foreign" && (await isHeld(session, org, id)))
      return { superseded: true };
    const last = (await readRepository(session, org, id)).policyDigest;
    const state = acceptedState(found, last, acceptance);
    if ("policy" in found) await storePolicy(session, org, found.policy);
    if (last !== null) await holdUnreadable(session, org, repository, found);
    await alongside(session);
    await acceptTip(session, org, id, { tip, ...state }, acceptance);
    return state;
  });
  boundary("target.accepted");
  if ("superseded" in next) return !next.superseded;
  if (next.policyDigest !== null && next.policyDigest !== policyDigest)
    await tellOpenTasks(parts, org, id, next.policyDigest);
  return true;
}

async function holdUnreadable(
  session: Session,
  org: string,
  { id, target }: StoredRepository,
  found: FoundPolicy,
): Promise<void> {
  if (!("problem" in found)) return;
  const detail = `The policy on ${target} cannot be read: ${found.problem}`;
  await holdRepository(session, org, id, "policy_unreadable", detail);
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
  parts: EngineDeps,
  org: string,
  { id, tip, policyDigest }: StoredRepository,
): Promise<void> {
  const found = await parts.policies.at(org, id, tip);
  if (policyDigest === null || !("policy" in found)) return;
  const { policy } = found;
  if (policy.digest === policyDigest) return;
  await tellOpenTasks(parts, org, id, policy.digest);
  await transact(parts.pool, org, async (session) => {
    await storePolicy(session, org, policy);
    await replacePolicyDigest(session, org, id, { from: policyDigest, to: policy.digest });
  });
}

const UNDECIDED = ["reviewing", "approved", "held"] as const;

/** Notifies tasks whose plan may be out of date. Other tasks get the new policy when they are submitted. */
async function tellOpenTasks(
  parts: EngineDeps,
  org: string,
  repo: string,
  digest: string,
): Promise<void> {
  for (const task of await listRepositoryTasks(parts, org, repo, UNDECIDED))
    await executeAsEngine(parts, {
      org,
      task,
      key: ENGINE_KEYS.policyChanged(task, digest),
      command: { type: "policy_changed" },
    });
}

export async function listRepositoryTasks(
  { pool }: EngineDeps,
  org: string,
  repo: string,
  states: readonly ("reviewing" | "approved" | "merging" | "held")[],
): Promise<string[]> {
  const rows = await transact(pool, org, ({ db }) =>
    db
      .select({ id: tasks.taskId })
      .from(tasks)
      .where(and(eq(tasks.orgId, org), eq(tasks.repo, repo), inArray(tasks.state, [...states]))),
  );
  return rows.map(({ id }) => id);
}

/** Returns false if the target or its accepted commit has changed since it was read. */
async function holdForForeignMove(
  parts: EngineDeps,
  org: string,
  repository: StoredRepository,
  { tip, detail: more }: { tip: string | null; detail: string },
): Promise<boolean> {
  const { id, target, tip: from } = repository;
  const to = tip === null ? "is gone" : `moved from ${from.slice(0, 12)} to ${tip.slice(0, 12)}`;
  const detail = `${target} ${to} outside countersign${more}`;
  const isStopped = await transact(parts.pool, org, async (session) => {
    const now = await parts.mirrorOf(org).readTarget(repository, target);
    const isSame = now.is === "at" ? now.tip === tip : now.is === "gone" && tip === null;
    if (!isSame || (await readRepository(session, org, id)).tip !== from) return false;
    await holdRepository(session, org, id, "target_moved", detail);
    return true;
  });
  if (!isStopped) return false;
  for (const task of await listRepositoryTasks(parts, org, id, ["approved", "merging"]))
    await executeAsEngine(parts, {
      org,
      task,
      key: ENGINE_KEYS.targetMoved(task, tip),
      command: { type: "target_moved", by: "others" },
    });
  return true;
}
