import type { Actor } from "@countersign/core";

/** The actor of the engine's own commands. */
export const ENGINE: Actor = { id: "countersign", kind: "system", planner: false };
