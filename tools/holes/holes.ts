import { CLOSED_HOLES } from "./closed-holes.ts";
import { CONTRADICTIONS } from "./contradictions.ts";
import { DEFECTS } from "./defects.ts";
import type { Hole } from "./hole.ts";

/** Every mistake that we know of and must not make again. */
export const HOLES: readonly Hole[] = [...CONTRADICTIONS, ...DEFECTS, ...CLOSED_HOLES];
