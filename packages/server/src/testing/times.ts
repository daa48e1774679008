import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    scale: number;
  }
}

/** Scales the usual number of repetitions of a test. */
export function times(usual: number): number {
  return Math.max(1, Math.round(usual * inject("scale")));
}
