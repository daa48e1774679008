import type { EffectQueue } from "../ports/effect-queue.ts";
import type { Enqueue } from "../store/execute.ts";
import { planEffects } from "./effect-table.ts";

/** Hands a command's effects on inside its transaction: jobs to the queue, the rest is performed at once. */
export function enqueueInto(queue: Pick<EffectQueue, "enqueue">): Enqueue {
  return async (client, batch) => {
    const { jobs, perform } = planEffects(batch);
    for (const act of perform) await act(client);
    if (jobs.length > 0) await queue.enqueue(client, jobs);
  };
}
