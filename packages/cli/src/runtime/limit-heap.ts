import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

/** Bytes of the space for new objects that suffice for work in small batches. */
const ENOUGH = 16 * 1024 * 1024;
const CHECK_MS = 20;

/**
 * Keeps the heap of this process small, for a command that handles much data with little of it alive at a time.
 *
 * V8 lets the heap grow to several times of what is alive while the machine has memory, and both settings can only be
 * changed for the whole process.
 */
export function limitHeap(): void {
  setFlagsFromString("--heap-growing-percent=100");
  const timer = setInterval(() => {
    if (newSpaceBytes() < ENOUGH) return;
    setFlagsFromString("--semi-space-growth-factor=1");
    clearInterval(timer);
  }, CHECK_MS);
  timer.unref();
}

function newSpaceBytes(): number {
  const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
  return space?.space_size ?? 0;
}
