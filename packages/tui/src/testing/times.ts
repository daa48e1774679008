import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    scale: number;
  }
}

/** How often a test that is usually repeated so often is repeated now, and never less often than `least`. */
export function times(usual: number, least: number): number {
  return Math.max(least, Math.ceil(usual * inject("scale")));
}
