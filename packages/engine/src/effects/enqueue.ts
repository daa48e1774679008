import type { ClientBase } from "pg";
import type { EffectQueue } from "../ports/effect-queue.ts";
import type { EffectBatch, Enqueue } from "../store/execute.ts";
import { jobsOf } from "./jobs-of.ts";

/** Hands a command's effects on inside its transaction: jobs to the queue, a hold to its table at once. */
export function enqueueInto(queue: Pick<EffectQueue, "enqueue">): Enqueue {
  return async (client, batch) => {
    await holdRepositories(client, batch);
    const jobs = jobsOf(batch);
    if (jobs.length > 0) await queue.enqueue(client, jobs);
  };
}

async function holdRepositories(client: ClientBase, { org, task, effects }: EffectBatch) {
  for (const effect of effects) {
    if (effect.do !== "hold_repo") continue;
    await client.query(
      `INSERT INTO countersign.holds (org_id, scope, subject, why, detail)
       VALUES ($1, 'repo', $2, $3, $4) ON CONFLICT DO NOTHING`,
      [org, effect.repo, effect.why, `seen with ${task.id}`],
    );
  }
}
