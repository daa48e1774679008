import type { QueueName } from "../ports/effect-queue.ts";

/** Owns our rows in the engine's tables. */
export const APPLICATION = "countersign";

/** Never changes, so that the next release runs what this one enqueued. */
export const WORKFLOW_VERSION = "1";

/** The only workflow. Stored rows refer to it by this name, so it must not change. */
export const WORKFLOW = "do_job";

/**
 * How often workers may start a job without finishing it before it is postponed. Most workers that die do so
 * for other reasons.
 */
export const MAX_RECOVERIES = 20;

export const QUEUE_NAMES: readonly QueueName[] = ["effects", "merges", "reviewers"];

/** The database clock, in the unit of the engine's columns. */
export const DATABASE_NOW_MS = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";
