import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** 1; a twentieth in `.ci/run`; 10 with DEEP=1. */
    scale: number;
  }
}

/** Returns the number of repetitions of a test for the current scale. */
export function times(usual: number): number {
  return Math.max(1, Math.ceil(usual * inject("scale")));
}
