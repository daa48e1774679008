import type { EngineScope } from "../../execute/engine-scope.ts";
import { readClock } from "../../platform/read-clock.ts";
import { trustJob } from "../../store/names/trust-job.ts";
import { listCompleteTrust } from "../../store/organisation/trust-requests.ts";

const AGAIN_MS = 60_000;

/** Enqueues changes of trust again that are signed but not on the target, at most once a minute. */
export async function resumeTrust(scope: EngineScope): Promise<void> {
  const waiting = await scope.readAlong(listCompleteTrust);
  if (waiting.length === 0) return;
  await scope.transact(async (session) => {
    const bucket = Math.trunc((await readClock(session)) / AGAIN_MS);
    const jobs = waiting.map((request) => ({
      ...trustJob(scope.org, request, { when: `${bucket}` }),
      once: true,
    }));
    await scope.queue.enqueue(session.client, jobs);
  });
}
