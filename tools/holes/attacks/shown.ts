import type { Hole } from "../hole.ts";

/** Bugs of one kind: a decision applies to what was not shown. */
export const SHOWN: readonly Hole[] = [];
