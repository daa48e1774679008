import type { Hole } from "../hole.ts";

/** Bugs of one kind: a name is taken for an identity. */
export const IDENTITY: readonly Hole[] = [];
