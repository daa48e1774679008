import type { ClientBase } from "pg";

/**
 * `effects` is the default. `merges` runs one job at a time per partition. `reviewers` is limited per
 * reviewer.
 */
export type QueueName = "effects" | "merges" | "reviewers";

/** One queued piece of work. It holds only ids; the handler reads everything else. */
export type Job = {
  /**
   * Starts with `<org>:`. Enqueuing the id of a waiting, running or given up job adds no second job, and with
   * `once` neither that of a finished one.
   */
  id: string;
  org: string;
  queue: QueueName;
  /** Jobs in one partition share its limits. Always starts with `<org>/`. */
  partition?: string;
  kind: string;
  payload: JobPayload;
  delayMs?: number;
  /** The id is remembered after the job, until `forget`. Default false. */
  once?: boolean;
};

export type JobPayload = Readonly<
  Record<string, string | number | boolean | null | readonly string[]>
>;

/** Runs one job. It may run again after a crash, so it must be idempotent. */
export type JobHandler = (job: Pick<Job, "id" | "org" | "kind" | "payload">) => Promise<void>;

/** A durable queue: every enqueued job runs at least once, on some worker. */
export interface EffectQueue {
  /** Returns the statement that enqueues jobs, for a transaction that does not wait for it before its commit. */
  enqueueStatement(jobs: readonly Job[]): { text: string; values: string[] };
  /** Enqueues in the caller's transaction, so the jobs commit or roll back with it. */
  enqueue(client: ClientBase, jobs: readonly Job[]): Promise<void>;
  /** Drops an organisation's jobs that have not started. Running jobs continue. */
  cancel(org: string, ids: readonly string[]): Promise<void>;
  /** Forgets given up jobs and ids of jobs that finished at least this many days ago. */
  forget(days: number): Promise<void>;
  /** Starts to process queued jobs. */
  start(handler: JobHandler): Promise<void>;
  /** Stops taking new jobs and waits at most `graceMs` for running ones. */
  stop(graceMs: number): Promise<void>;
}
