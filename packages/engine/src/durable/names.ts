import type { QueueName } from "../ports/effect-queue.ts";

/** Owns our rows in the engine's tables. */
export const APPLICATION = "countersign";

/** Never changes: what one release has enqueued is done by the next. */
export const VERSION = "1";

/** The one workflow. Stored rows name it, so it keeps its name. */
export const WORKFLOW = "do_job";

/**
 * How often a job may be begun by workers that did not end it, before it is put off. Most of those that
 * are cut off did not do it: they were only there.
 */
export const MAX_RECOVERIES = 20;

export const QUEUE_NAMES: readonly QueueName[] = ["effects", "merges", "reviewers"];

/** The moment as the database sees it, in the unit of the engine's columns. */
export const DATABASE_NOW_MS = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";
