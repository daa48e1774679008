/** The result of a preparation: the directory with its files, or the reason why it failed. */
export type PrepareResult = { directory: string; note: string | null } | { failed: string };

/** Preparations that run in this process. Checks that need the same result share one run. */
export interface Preparations {
  /**
   * Runs `make`, or waits for a run with the same name. Rejects when the signal aborts. A run that no check waits
   * for is stopped.
   */
  share(name: string, make: MakePrepared, options: ShareOptions): Promise<PrepareResult>;
}

type MakePrepared = (signal: AbortSignal) => Promise<PrepareResult>;

type ShareOptions = {
  signal: AbortSignal | undefined;
  /** Reports the start of the run in milliseconds since the epoch. */
  onStart?: ((sinceMs: number) => void) | undefined;
};

type Running = {
  made: Promise<PrepareResult>;
  stop: AbortController;
  waiting: number;
  sinceMs: number;
};

export function createPreparations(): Preparations {
  const running = new Map<string, Running>();

  function start(name: string, make: MakePrepared): Running {
    const stop = new AbortController();
    const entry: Running = {
      made: make(stop.signal).finally(() => removeRun(name, entry)),
      ...{ stop, waiting: 0, sinceMs: Date.now() },
    };
    running.set(name, entry);
    return entry;
  }

  function removeRun(name: string, entry: Running): void {
    if (running.get(name) === entry) running.delete(name);
  }

  /** Stops the run when the last waiting check leaves, and waits until it has ended. */
  async function leave(name: string, entry: Running): Promise<void> {
    entry.waiting -= 1;
    if (entry.waiting > 0 || running.get(name) !== entry) return; // other checks wait, or the run has ended
    removeRun(name, entry);
    entry.stop.abort();
    await entry.made.catch(() => undefined);
  }

  return {
    async share(name, make, { signal, onStart }) {
      signal?.throwIfAborted();
      const entry = running.get(name) ?? start(name, make);
      entry.waiting += 1;
      onStart?.(entry.sinceMs);
      try {
        return await untilAborted(entry.made, signal);
      } finally {
        await leave(name, entry);
      }
    },
  };
}

async function untilAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  if (signal === undefined) return await work;
  const ended = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { signal: ended.signal });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    ended.abort();
  }
}
