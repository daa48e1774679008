import type { EngineScope } from "../execute/engine-scope.ts";
import { readClock } from "../platform/read-clock.ts";
import type { Session } from "../platform/transact.ts";
import type { Job } from "../ports/effect-queue.ts";
import type { LinkedRepository } from "../store/forge/linked-repositories.ts";
import type { ChangeKey } from "../store/forge/stored-changes.ts";
import { JOB_IDS, PARTITIONS } from "../store/names/job-ids.ts";

/** Requests for the same read within this time share a job, which starts after it. */
const COALESCE_MS = 500;
/** Milliseconds between two reads of a merge queue. However many tasks wait in it, they share one job. */
const FOLLOW_QUEUE_MS = 10_000;

/** Creates a job at a time of the database's clock. */
export type ForgeJob = (org: string, nowMs: number) => Job;

/** Adds jobs in the caller's transaction. */
export async function addForgeJobs(
  { queue, org }: Pick<EngineScope, "queue" | "org">,
  session: Session,
  jobs: readonly ForgeJob[],
): Promise<void> {
  if (jobs.length === 0) return;
  const nowMs = await readClock(session);
  await queue.enqueue(
    session.client,
    jobs.map((job) => job(org, nowMs)),
  );
}

/** Reads a pull request again and lets its task follow. */
export function syncJob({ repo, number }: ChangeKey, delayMs = 0): ForgeJob {
  return (org, nowMs) => {
    const bucket = bucketOf(nowMs, delayMs);
    return {
      ...{ org, queue: "merges", partition: PARTITIONS.forgeReads(org, repo) },
      id: JOB_IDS.syncChange(org, repo, number, bucket.number),
      kind: "sync_change",
      payload: { repo, number },
      delayMs: bucket.delayMs,
    };
  };
}

/** Lists the open pull requests of a repository, and reads those that changed. */
export function pollJob(repo: string, delayMs = 0): ForgeJob {
  return (org, nowMs) => {
    const bucket = bucketOf(nowMs, delayMs);
    return {
      ...{ org, queue: "merges", partition: PARTITIONS.forgeReads(org, repo) },
      id: JOB_IDS.pollForge(org, repo, bucket.number),
      kind: "poll_forge",
      payload: { repo },
      delayMs: bucket.delayMs,
    };
  };
}

/** Reads the target's tip, and looks for foreign checks with our name. `turn` says on which heads. */
export function scanJob(repo: string, turn: number, delayMs = 0): ForgeJob {
  return (org, nowMs) => {
    const bucket = bucketOf(nowMs, delayMs);
    return {
      ...{ org, queue: "merges", partition: PARTITIONS.forgeReads(org, repo) },
      id: JOB_IDS.scanForge(org, repo, bucket.number),
      kind: "scan_forge",
      payload: { repo, turn },
      delayMs: bucket.delayMs,
    };
  };
}

/** Asks the forge to repeat webhooks since a time that did not arrive. */
export function redeliverJob(sinceMs: number, delayMs = 0): ForgeJob {
  return (org, nowMs) => {
    const bucket = bucketOf(nowMs, delayMs);
    return {
      ...{ org, queue: "merges", partition: PARTITIONS.forgeWrites(org, 0) },
      id: JOB_IDS.redeliverWebhooks(org, bucket.number),
      kind: "redeliver_webhooks",
      payload: { sinceMs },
      delayMs: bucket.delayMs,
    };
  };
}

/** Answers the groups of a merge queue. `group`: a group with its branch, as its webhook names it. */
export function answerGroupsJob(
  repo: string,
  group: { commit: string; ref: string } | null,
  delayMs = 0,
): ForgeJob {
  return (org, nowMs) => {
    const bucket = bucketOf(nowMs, delayMs);
    const when = group === null ? `${bucket.number}` : `${bucket.number}:${group.commit}`;
    return {
      ...{ org, queue: "merges", partition: PARTITIONS.mergeQueue(org, repo) },
      id: JOB_IDS.answerGroups(org, repo, when),
      kind: "answer_groups",
      payload: { repo, commit: group?.commit ?? null, ref: group?.ref ?? null },
      delayMs: bucket.delayMs,
    };
  };
}

/**
 * Reads a merge queue again for the tasks that wait in it. It takes its turn with the merges of the repository. All
 * requests for it until its next turn share one job.
 */
export function followQueueJob(repo: string, delayMs = 0): ForgeJob {
  return (org, nowMs) => {
    const bucket = bucketOf(nowMs, delayMs, FOLLOW_QUEUE_MS);
    return {
      ...{ org, queue: "merges", partition: PARTITIONS.repository(org, repo) },
      id: JOB_IDS.followQueue(org, repo, bucket.number),
      kind: "follow_queue",
      payload: { repo },
      delayMs: bucket.delayMs,
    };
  };
}

/**
 * Why a report is published. `shared`: another pull request with the same head has changed, which wrote to the same
 * check. `asked`: a person wants to know the reasons. `refused`: the head was not submitted.
 */
export type PublishCause = "changed" | "shared" | "asked" | "refused";

type PublishOptions = { delayMs?: number; cause?: PublishCause; refusal?: string | null };

/** Writes the present state of a task to its pull request. `refusal`: why the head was not submitted. */
export function publishJob(
  { repo, forge }: Pick<LinkedRepository, "repo" | "forge">,
  number: number,
  { delayMs = 0, cause = "changed", refusal = null }: PublishOptions = {},
): ForgeJob {
  return (org, nowMs) => {
    const bucket = bucketOf(nowMs, delayMs);
    const when = `${bucket.number}:${cause}`;
    return {
      ...{ org, queue: "merges", partition: PARTITIONS.forgeWrites(org, forge.installation) },
      id: JOB_IDS.publishReport(org, repo, number, when),
      kind: "publish",
      payload: { repo, number, cause, refusal },
      delayMs: bucket.delayMs,
    };
  };
}

/** Pushes the proofs of a repository to its forge again. */
export function pushProofsJob(
  { repo, forge }: Pick<LinkedRepository, "repo" | "forge">,
  delayMs: number,
): ForgeJob {
  return (org, nowMs) => {
    const bucket = bucketOf(nowMs, delayMs);
    return {
      ...{ org, queue: "merges", partition: PARTITIONS.forgeWrites(org, forge.installation) },
      id: JOB_IDS.pushProofs(org, repo, `${bucket.number}`),
      kind: "push_proofs",
      payload: { repo },
      delayMs: bucket.delayMs,
    };
  };
}

/** A job waits for the end of its bucket, so it sees everything that was requested in it. */
function bucketOf(
  nowMs: number,
  delayMs: number,
  sizeMs = COALESCE_MS,
): { number: number; delayMs: number } {
  const number = Math.floor((nowMs + delayMs) / sizeMs);
  return { number, delayMs: (number + 1) * sizeMs - nowMs };
}
