/** What must be stopped and cleaned up before the program ends early. */
const stops = new Set<() => Promise<void>>();

/** Has something stopped before the program ends early; the answer takes that back. */
export function addCleanup(stop: () => Promise<void>): () => void {
  stops.add(stop);
  return () => {
    stops.delete(stop);
  };
}

/** Stops everything that runs, and waits until nothing of it is left. */
export async function runCleanups(): Promise<void> {
  await Promise.allSettled([...stops].map((stop) => stop()));
}
