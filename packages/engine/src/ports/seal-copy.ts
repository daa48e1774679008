import type { Seal } from "./seal-body.ts";

/**
 * Seals outside the database: whoever rewrites the database cannot rewrite these.
 *
 * Best kept where the database's administrators cannot write.
 */
export interface SealCopy {
  /** The last seal that was written; null if there is none. */
  last(org: string): Promise<Seal | null>;
  /** Adds a seal; when it returns, the seal survives a loss of power. */
  append(org: string, seal: Seal): Promise<void>;
}
