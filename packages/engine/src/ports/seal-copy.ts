import type { Seal } from "./seal-body.ts";

/**
 * A copy of the seals outside the database, so that rewriting the database does not rewrite them.
 *
 * Keep it where the database administrators cannot write.
 */
export interface SealCopy {
  /** Returns the last seal that was written. Null if there is none. */
  last(org: string): Promise<Seal | null>;
  /** Appends a seal durably: when it returns, the seal survives a power failure. */
  append(org: string, seal: Seal): Promise<void>;
}
