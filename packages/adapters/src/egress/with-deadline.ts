/** Maximum delay of a timer in Node. A longer one fires at once. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** The result of work with a deadline, and whether the deadline ended it. */
export type DeadlineResult<Value> = { value: Value; late: boolean; durationMs: number };

/**
 * Runs work with a signal that fires at the deadline. Removes the timer and listener afterwards.
 */
export async function withDeadline<Value>(
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<DeadlineResult<Value>> {
  const controller = new AbortController();
  const startedAt = performance.now();
  let late = false;
  const timer = setTimeout(
    () => {
      late = !signal.aborted;
      controller.abort();
    },
    Math.min(Math.max(timeoutMs, 0), LONGEST_TIMER_MS),
  );
  const stop = () => controller.abort();
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();
  try {
    const value = await work(controller.signal);
    return { value, late, durationMs: Math.round(performance.now() - startedAt) };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}
