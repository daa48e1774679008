import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** 1, or 10 for the long versions of properties and fuzz tests (`npm run test:deep`). */
    scale: number;
  }
}

/** How much longer than usual a property runs. */
export const SCALE: number = inject("scale");
