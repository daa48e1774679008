import type { Hole } from "../hole.ts";

/** Bugs of one kind: a change alters the checks that judge it. */
export const JUDGE: readonly Hole[] = [];
