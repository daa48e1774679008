import type { RunningRequest } from "../engine/outside.ts";

const KEEP_MS = 2_000;

export type Soon = {
  /** Notes a change, which is stored after a while. */
  changed(): void;
  /** Stores pending changes now. */
  end(): void;
};

/** Groups changes and stores them after a while, and at the end. */
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
