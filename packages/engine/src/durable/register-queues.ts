import type { DBOSClient } from "@dbos-inc/dbos-sdk";

export type QueueLimits = {
  /** Effects at once, in one process. */
  effects: number;
  /** Merges at once, in one process; in a partition it is always one. */
  merges: number;
  reviewers: {
    /** Reviewers at once, in one process. */
    atOnce: number;
    /** In one partition, over all processes. */
    perPartition: number;
    /** Starts in one partition, over all processes. */
    rate?: { starts: number; seconds: number };
  };
};

export const DEFAULT_LIMITS: QueueLimits = {
  effects: 16,
  merges: 8,
  reviewers: { atOnce: 16, perPartition: 4 },
};

/** Writes the queues to the database, where every worker reads them. The last to start wins. */
export async function registerQueues(
  client: DBOSClient,
  limits: QueueLimits,
  pollMs: number,
): Promise<void> {
  const { effects, merges, reviewers } = limits;
  const { rate } = reviewers;
  const every = { minPollingIntervalMs: pollMs };
  await client.registerQueue("effects", { ...every, workerConcurrency: effects });
  await client.registerQueue("merges", {
    ...every,
    workerConcurrency: merges,
    partitionConcurrency: 1,
  });
  await client.registerQueue("reviewers", {
    ...every,
    workerConcurrency: reviewers.atOnce,
    partitionConcurrency: reviewers.perPartition,
    ...(rate && { partitionRateLimit: { limitPerPeriod: rate.starts, periodSec: rate.seconds } }),
  });
}
