/** Work that is done again and again, never twice at once, until it is stopped. */
export type PeriodicTask = { start(): void; stop(): Promise<void> };

/** Waits before the first run too. A failed run is reported, and the next one follows. */
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
