import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    scale: number;
  }
}

/** How often a test that is usually repeated so often is repeated now. */
export function times(usual: number): number {
  return Math.max(1, Math.round(usual * inject("scale")));
}
