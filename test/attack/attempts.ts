import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Attempts per generated attack: 100, or 100,000 with DEEP=1. */
    attempts: number;
  }
}

/** The number of attempts that a generated attack makes in this run. */
export function attempts(): number {
  return inject("attempts");
}
