import type { Hole } from "../hole.ts";

/** Bugs of one kind: a process runs with the rights of the person. */
export const SANDBOX: readonly Hole[] = [];
