import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** 1; a fifth in `.ci/run`; 10 with DEEP=1. */
    scale: number;
  }
}

/** How often a test that is usually repeated so often is repeated now. */
export function times(usual: number): number {
  return Math.max(1, Math.ceil(usual * inject("scale")));
}
