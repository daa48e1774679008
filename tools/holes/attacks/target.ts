import type { Hole } from "../hole.ts";

/** Bugs of one kind: something else moves the target. */
export const TARGET: readonly Hole[] = [];
