import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** 1; a twentieth in `.ci/run`, which must end in time; 10 for the long versions (`npm run test:deep`). */
    scale: number;
  }
}

/** How much longer than usual a repeated test runs. */
const SCALE: number = inject("scale");

/** How often a test that is usually repeated so often is repeated now, and never less often than `least`. */
export function times(usual: number, least = 1): number {
  return Math.max(least, Math.round(usual * SCALE));
}
