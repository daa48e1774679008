import type { EngineDeps } from "../../execute/engine-deps.ts";
import { describeError } from "../../platform/log/describe-error.ts";
import { prepareMonths } from "../../store/prepare-months.ts";
import { createPeriodicTask, type PeriodicTask } from "./periodic-task.ts";

const EVERY_MS = 3_600_000;

/** Creates the log's partitions of this month and the next one, now and periodically. */
export type MonthUpkeep = PeriodicTask & { runNow(): Promise<void> };

/**
 * Creates the upkeep of months. A failure is logged and tried again: until then the rows of a month without a partition
 * are in the default partition.
 */
export function openMonths(
  { pool, log }: Pick<EngineDeps, "pool" | "log">,
  everyMs = EVERY_MS,
): MonthUpkeep {
  const runNow = async () => {
    await prepareMonths(pool);
  };
  const onFailed = (error: unknown) =>
    log({ level: "error", event: "month_not_prepared", fields: describeError(error) });
  return {
    ...createPeriodicTask(everyMs, runNow, onFailed),
    runNow: () => runNow().catch(onFailed),
  };
}
