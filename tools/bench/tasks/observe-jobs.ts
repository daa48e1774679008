import type { EffectQueue, JobHandler } from "../../../packages/engine/src/index.ts";

/** Counts the jobs that a queue runs, by kind. */
export type JobCounter = {
  around(queue: EffectQueue): EffectQueue;
  /** Runs a job as the queue would, without counting it. */
  handle: JobHandler;
  read(): ReadonlyMap<string, number>;
};

/** Observes a queue. The wrappers run around each call of the handler, and each call of `enqueue`. */
export function createJobCounter(
  wrap: { job: Wrapper; enqueue: Wrapper } = { job: runPlain, enqueue: runPlain },
): JobCounter {
  const counts = new Map<string, number>();
  let handler: JobHandler = async () => {
    throw new Error("The queue has not been started");
  };
  return {
    around: (queue) => ({
      ...queue,
      enqueue: (client, jobs) => wrap.enqueue(() => queue.enqueue(client, jobs)),
      start: (handle) => {
        handler = handle;
        return queue.start(async (job) => {
          counts.set(job.kind, (counts.get(job.kind) ?? 0) + 1);
          await wrap.job(() => handle(job));
        });
      },
    }),
    handle: (job) => handler(job),
    read: () => new Map(counts),
  };
}

type Wrapper = <Result>(work: () => Result) => Result;

function runPlain<Result>(work: () => Result): Result {
  return work();
}
