/** A job of the engine. It pauses wherever the engine waits for the forge or for the database. */
export type RunningJob = Generator<undefined, void, undefined>;

/** Jobs of one kind, which run one after the other. */
type Lane = { waiting: (() => RunningJob)[]; running: RunningJob | null };

export function createLane(): Lane {
  return { waiting: [], running: null };
}

/** Runs one step of the first job. Returns false if there is none. */
export function stepLane(lane: Lane): boolean {
  lane.running ??= lane.waiting.shift()?.() ?? null;
  if (lane.running === null) return false;
  if (lane.running.next().done === true) lane.running = null;
  return true;
}
