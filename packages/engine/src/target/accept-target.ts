import { CountersignError, type LogEntry } from "@countersign/core";
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
  type StoredRepository,
} from "../store/organisation/repositories.ts";
import { closeReproduced, type ReproducedMerge } from "./find-reproduced.ts";
import { listRepositoryTasks } from "./list-repository-tasks.ts";
import { proveAcceptance, proveReproduced, publishAcceptance } from "./prove-acceptance.ts";

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
  await scope.mirror.fetch(repository, { branch: repository.target });
  boundary("target.fetched");
  const found = await scope.policies.at(scope.org, repository.id, tip);
  const proven = await proveAcceptance(scope, repository, { tip, how: acceptance.how });
  const next = await scope.transact((session) =>
    acceptWhileLocked(session, repository, {
      ...{ tip, found, acceptance },
      async alongside() {
        await alongside(session);
        await publishAcceptance(scope, session, repository, proven);
      },
    }),
  );
  boundary("target.accepted");
  if ("superseded" in next) return !next.superseded;
  await notifyOfPolicy(scope, repository, next);
  return true;
}

/**
 * Accepts a target that a forge moved, together with the end of the tasks whose merges it contains. Returns false if
 * the tip or a task changed in the meantime.
 */
export async function acceptReproduced(
  scope: EngineScope,
  repository: StoredRepository,
  tip: string,
  reproduced: readonly ReproducedMerge[],
): Promise<boolean> {
  const [only, ...more] = reproduced.map(({ approved }) => approved.task.id);
  const ids = only === undefined ? more : [only, ...more];
  const person = only !== undefined && more.length === 0 ? only : null;
  const acceptance: Acceptance = {
    ...(person === null ? movedFor(ids) : await acceptanceForTask(scope, person)),
    how: "reproduced",
  };
  const found = await scope.policies.at(scope.org, repository.id, tip);
  const proven = await proveReproduced(scope, repository, reproduced);
  let next: AcceptedState | null = null;
  const isClosed = await closeReproduced(scope, reproduced, async (session) => {
    const accepted = await acceptWhileLocked(session, repository, { tip, found, acceptance });
    if ("superseded" in accepted)
      throw new CountersignError("stale_content", "another tip was accepted in the meantime");
    await publishAcceptance(scope, session, repository, proven);
    next = accepted;
  });
  if (isClosed && next !== null) await notifyOfPolicy(scope, repository, next);
  return isClosed;
}

type AcceptedState = ReturnType<typeof acceptedState>;

/** A tip to accept, the policy there, and what else happens in the transaction. */
type Accepting = {
  tip: string;
  found: FoundPolicy;
  acceptance: Acceptance;
  alongside?: (session: Session) => Promise<void>;
};

/** Accepts a tip unless another one was accepted since the repository was read. */
async function acceptWhileLocked(
  session: Session,
  repository: StoredRepository,
  { tip, found, acceptance, alongside = async () => {} }: Accepting,
): Promise<AcceptedState | { superseded: boolean }> {
  const { id } = repository;
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
}

async function notifyOfPolicy(
  scope: EngineScope,
  { id, policyDigest }: StoredRepository,
  next: AcceptedState,
): Promise<void> {
  if (next.policyDigest !== null && next.policyDigest !== policyDigest)
    await notifyOpenTasks(scope, id, next.policyDigest);
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

const UNDECIDED = ["reviewing", "approved", "held"] as const;

/** Notifies tasks whose plan may be out of date. Other tasks get the new policy when they are submitted. */
export async function notifyOpenTasks(
  scope: EngineScope,
  repo: string,
  digest: string,
): Promise<void> {
  for (const task of await listRepositoryTasks(scope, repo, UNDECIDED))
    await executeAsEngine(scope, {
      task,
      key: ENGINE_KEYS.policyChanged(task, digest),
      command: { type: "policy_changed" },
    });
}
