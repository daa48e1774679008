import type { RunningRequest } from "../engine/outside.ts";

const KEEP_MS = 2_000;

export type Soon = {
  /** Schedules a save of a change. */
  changed(): void;
  /** Saves pending changes now. */
  end(): void;
};

/** Groups changes and saves them after a delay and at the end. */
export function keepSoon(later: RunningRequest["later"], keep: () => void): Soon {
  let isWaiting = false;
  const end = (): void => {
    if (!isWaiting) return;
    isWaiting = false;
    keep();
  };
  return {
    changed() {
      if (isWaiting) return;
      isWaiting = true;
      later(KEEP_MS, end);
    },
    end,
  };
}
