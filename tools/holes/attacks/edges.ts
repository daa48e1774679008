import type { Hole } from "../hole.ts";

/** Bugs of one kind: requests get more than their credential allows. */
export const EDGES: readonly Hole[] = [];
