import type { EngineDeps } from "../../execute/engine-deps.ts";
import { describeError } from "../../platform/log/describe-error.ts";
import { fillListFacts } from "../../store/tasks/fill-list-facts.ts";
import type { PeriodicTask } from "./periodic-task.ts";

/** Fills in, once after the start, what lists show of tasks that an older release wrote. */
export function fillLists(
  { pool, log }: Pick<EngineDeps, "pool" | "log">,
  orgs: readonly string[],
): PeriodicTask {
  let isEnded = false;
  let running: Promise<void> = Promise.resolve();
  const fill = async () => {
    for (const org of orgs) await fillListFacts(pool, org, () => isEnded);
  };
  return {
    start() {
      running = fill().catch((error: unknown) =>
        log({ level: "error", event: "list_facts_failed", fields: describeError(error) }),
      );
    },
    async stop() {
      isEnded = true;
      await running;
    },
  };
}
