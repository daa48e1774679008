/** Cleanups to run before the program exits early. */
const stops = new Set<() => Promise<void>>();

/** Registers a cleanup for an early exit and returns a function that removes it. */
export function addCleanup(stop: () => Promise<void>): () => void {
  stops.add(stop);
  return () => {
    stops.delete(stop);
  };
}

/** Runs all cleanups and waits for them, including those that fail. */
export async function runCleanups(): Promise<void> {
  await Promise.allSettled([...stops].map((stop) => stop()));
}
