import type { Actor } from "@countersign/core";

/** The actor of commands that the engine itself gives. */
export const ENGINE: Actor = { id: "countersign", kind: "system", planner: false };
