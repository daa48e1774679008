import type { ClientBase } from "pg";

/** `effects` is the default; `merges` does one at a time per partition; `reviewers` is limited per reviewer. */
export type QueueName = "effects" | "merges" | "reviewers";

/** One piece of work for later. It holds ids only: whoever does it reads the rest. */
export type Job = {
  /** Unique for ever and begins with `<org>:`. The same id again is the same job, not a second one. */
  id: string;
  org: string;
  queue: QueueName;
  /** Jobs of one partition share its limits; always begins with `<org>/`. */
  partition?: string;
  kind: string;
  payload: JobPayload;
  delayMs?: number;
};

export type JobPayload = Readonly<
  Record<string, string | number | boolean | null | readonly string[]>
>;

/** Does one job. It may be called again after a crash, so it must be safe to repeat. */
export type JobHandler = (job: Pick<Job, "id" | "org" | "kind" | "payload">) => Promise<void>;

/** Work that survives us: whatever was enqueued is done at least once, by some worker. */
export interface EffectQueue {
  /** Enqueues in the caller's own transaction: with it or not at all. */
  enqueue(client: ClientBase, jobs: readonly Job[]): Promise<void>;
  /** Drops jobs of an organisation that have not started; whatever has started goes on. */
  cancel(org: string, ids: readonly string[]): Promise<void>;
  /** Forgets jobs that were finished so many days ago, a bounded number at a time. */
  forget(days: number): Promise<void>;
  /** Starts to work on what is enqueued. */
  start(handler: JobHandler): Promise<void>;
  /** Takes no new job and waits for those at work, at most so long. */
  stop(graceMs: number): Promise<void>;
}
