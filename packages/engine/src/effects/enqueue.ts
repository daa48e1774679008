import type { EffectQueue } from "../ports/effect-queue.ts";
import type { Enqueue } from "../store/execute.ts";
import { planEffects } from "./effect-table.ts";

/** Handles the effects of commands inside their transaction: enqueues jobs and runs the rest at once. */
export function createEnqueue(queue: Pick<EffectQueue, "enqueueStatement">): Enqueue {
  return async (session, batches) => {
    const planned = batches.map(planEffects);
    for (const { perform } of planned) for (const act of perform) await act(session.client);
    const jobs = planned.flatMap((batch) => batch.jobs);
    if (jobs.length > 0) session.send(queue.enqueueStatement(jobs));
  };
}
