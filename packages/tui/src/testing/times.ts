import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    scale: number;
  }
}

/** Scales the usual number of repetitions of a test, with a minimum of `least`. */
export function times(usual: number, least: number): number {
  return Math.max(least, Math.ceil(usual * inject("scale")));
}
