/** A process that runs effects on request of its parent. */
type Effects = {
  start(onDone: () => void): Promise<void>;
  enqueue(ids: readonly string[]): Promise<void>;
  stop(): Promise<void>;
};

const BATCH = 50;

/** Responds to each number from the parent with the milliseconds that this many effects took. */
export function serveEffects({ start, enqueue, stop }: Effects): void {
  let done = 0;
  let wanted = 0;
  let began = 0;
  let enqueued = 0;
  const say = (message: number | "ready" | { failed: string }) => process.send?.(message);
  const fail = (error: unknown) => say({ failed: String(error) });
  const onDone = () => {
    done += 1;
    if (done === wanted) say(performance.now() - began);
  };
  const doSome = async (count: number) => {
    done = 0;
    wanted = count;
    began = performance.now();
    for (let left = count; left > 0; left -= BATCH) {
      const size = Math.min(left, BATCH);
      const first = enqueued;
      enqueued += size;
      await enqueue(Array.from({ length: size }, (_, at) => `cs-${first + at}`));
    }
  };
  process.on("message", (message) => {
    if (typeof message === "number") doSome(message).catch(fail);
  });
  process.once("disconnect", () => {
    stop().catch(fail);
  });
  start(onDone).then(() => say("ready"), fail);
}
