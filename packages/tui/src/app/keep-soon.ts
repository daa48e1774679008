import type { Running } from "../engine/outside.ts";

const KEEP_MS = 2_000;

export type Soon = {
  /** Something changed: it is kept in a while, together with what changes until then. */
  changed(): void;
  /** What waits is kept now. */
  end(): void;
};

/** Lines are read one after another: they are kept together, and at the end. */
export function keepSoon(later: Running["later"], keep: () => void): Soon {
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
