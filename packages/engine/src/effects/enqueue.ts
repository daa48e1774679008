import type { EffectQueue } from "../ports/effect-queue.ts";
import type { Enqueue } from "../store/execute.ts";
import { planEffects } from "./effect-table.ts";

/** Handles a command's effects inside its transaction: enqueues jobs and runs the rest at once. */
export function createEnqueue(queue: Pick<EffectQueue, "enqueue">): Enqueue {
  return async (client, batch) => {
    const { jobs, perform } = planEffects(batch);
    for (const act of perform) await act(client);
    if (jobs.length > 0) await queue.enqueue(client, jobs);
  };
}
