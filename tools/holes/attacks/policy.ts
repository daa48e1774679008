import type { Hole } from "../hole.ts";

/** Bugs of one kind: a change alters the policy that judges it. */
export const POLICY: readonly Hole[] = [];
