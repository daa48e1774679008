import type { EngineScope } from "../execute/engine-scope.ts";
import { boundary } from "../platform/boundary.ts";
import type { Session } from "../platform/transact.ts";
import type { Job } from "../ports/effect-queue.ts";
import type { ForgeHint } from "../ports/forge.ts";
import { findLinkedRepository } from "../store/forge/linked-repositories.ts";
import { recordDelivery } from "../store/forge/seen-deliveries.ts";
import { listOpenChanges } from "../store/forge/stored-changes.ts";
import { JOB_IDS, PARTITIONS } from "../store/names/job-ids.ts";
import { readRepository } from "../store/organisation/repositories.ts";
import {
  addForgeJobs,
  answerGroupsJob,
  type ForgeJob,
  pollJob,
  scanJob,
  syncJob,
} from "./forge-jobs.ts";

/** Hints that need no read: our own writes, and events that we do not follow. */
const UNREAD: ReadonlySet<ForgeHint["about"]> = new Set(["own", "other"]);

/**
 * Enqueues the reads that a verified webhook asks for, once per delivery. Nothing in it is believed except the button
 * that a person pressed, which cannot be read again.
 */
export async function acceptHint(scope: EngineScope, host: string, hint: ForgeHint): Promise<void> {
  const { repository } = hint;
  if (repository === null || UNREAD.has(hint.about)) return;
  await scope.transact(async (session) => {
    const link = await findLinkedRepository(session, host, repository.id);
    if (link === null || !(await recordDelivery(session, host, hint.delivery))) return;
    await enqueueReads(scope, session, link.repo, hint);
    boundary("webhook.recorded");
  });
}

async function enqueueReads(
  scope: EngineScope,
  session: Session,
  repo: string,
  hint: ForgeHint,
): Promise<void> {
  const { pressed, delivery } = hint;
  const reads = await readsOf(session, repo, hint);
  const press = pressed === null ? [] : [pressJob(repo, delivery, pressed)];
  await addForgeJobs(scope, session, [...reads, ...press]);
}

async function readsOf(session: Session, repo: string, hint: ForgeHint): Promise<ForgeJob[]> {
  const { about, branch, group } = hint;
  if (about === "merge_group")
    return [
      answerGroupsJob(repo, group?.ref == null ? null : { commit: group.commit, ref: group.ref }),
    ];
  if (about === "push" && branch === (await readRepository(session, repo)).target)
    return [scanJob(repo, 0), pollJob(repo)];
  const numbers = await numbersOf(session, repo, hint);
  return numbers.length === 0
    ? [pollJob(repo)]
    : numbers.map((number) => syncJob({ repo, number }));
}

/** Returns the pull requests of an event. An event about a check can name the commit alone. */
async function numbersOf(
  session: Session,
  repo: string,
  { change, commit }: ForgeHint,
): Promise<number[]> {
  if (change !== null) return [change];
  if (commit === null) return [];
  return (await listOpenChanges(session, repo, commit)).map(({ number }) => number);
}

function pressJob(
  repo: string,
  delivery: string,
  { action, by, commit }: NonNullable<ForgeHint["pressed"]>,
): ForgeJob {
  return (org): Job => ({
    ...{ org, queue: "merges", partition: PARTITIONS.forgeReads(org, repo) },
    id: JOB_IDS.pressButton(org, delivery),
    kind: "press_button",
    payload: { repo, delivery, action, account: by.isBot ? 0 : by.id, commit },
  });
}
