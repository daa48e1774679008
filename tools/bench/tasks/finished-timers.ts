import { unfinishedJobs } from "../../../packages/engine/src/durable/unfinished-jobs.ts";
import type { JobPayload } from "../../../packages/engine/src/index.ts";
import { withOwner } from "../../../packages/engine/src/testing/bench-server.ts";
import type { MessageCounter } from "../../../packages/engine/src/testing/count-messages.ts";
import { ORG } from "../task-life.ts";
import type { JobCounter } from "./observe-jobs.ts";
import { calculateTimerCosts, type TimerCosts } from "./task-costs.ts";

const SAMPLE = 20;
const ORIGIN = "finished timers";

/**
 * Counts the delayed jobs that finished tasks leave behind, and runs some of them to count their messages. They
 * would fire long after the measurement.
 */
export async function measureFinishedTimers(run: {
  ownerUrl: string;
  done: ReadonlySet<string>;
  jobs: JobCounter;
  messages: MessageCounter;
  messagesPerJob: number;
}): Promise<TimerCosts> {
  const { ownerUrl, done, jobs, messages, messagesPerJob } = run;
  const all = await withOwner(ownerUrl, (owner) => unfinishedJobs(owner, ORG));
  const timers = all.flatMap(({ id, org, kind, payload, dueMs }) => {
    const fields = payloadOf(payload);
    return dueMs !== null && done.has(String(fields.task))
      ? [{ id, org, kind, payload: fields }]
      : [];
  });
  const sample = timers.slice(0, SAMPLE);
  for (const job of sample) await messages.attribute(ORIGIN, () => jobs.handle(job));
  return calculateTimerCosts({
    tasks: done.size,
    timers: timers.length,
    fired: sample.length,
    firedMessages: messages.read().get(ORIGIN)?.messages ?? 0,
    messagesPerJob,
  });
}

function payloadOf(payload: object): JobPayload {
  return Object.fromEntries(Object.entries(payload));
}
