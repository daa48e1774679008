/** A task that runs repeatedly, never twice in parallel, until it is stopped. */
export type PeriodicTask = { start(): void; stop(): Promise<void> };

/** Creates a periodic task. It waits before the first run, and continues after a failed run. */
export function createPeriodicTask(
  everyMs: number,
  work: () => Promise<void>,
  onFailed: (error: unknown) => void,
): PeriodicTask {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const again = () => {
    running = work()
      .catch(onFailed)
      .then(() => {
        if (timer !== undefined) timer = setTimeout(again, everyMs);
      });
  };
  return {
    start() {
      timer = setTimeout(again, everyMs);
    },
    async stop() {
      clearTimeout(timer);
      timer = undefined;
      await running;
    },
  };
}
