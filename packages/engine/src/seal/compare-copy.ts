import type { Seal } from "../ports/seal-body.ts";
import { NO_HASH } from "../store/organisation/hash-chain.ts";

/**
 * Compares the external copy with the database: the same, one seal behind, or with a seal that the database
 * lacks.
 */
export type CopyState =
  | { is: "same" }
  | { is: "behind" }
  | { is: "lost"; missing: { number: number; hash: string } | null };

/**
 * Compares the last seal of the external copy with the last one in the database.
 *
 * A seal is stored in the database, then copied, before the next one is made. A copy that lacks more than the
 * last seal was therefore truncated, and a copy with a different last seal belongs to another database.
 */
export function compareCopy(outside: Seal | null, inside: Seal | null): CopyState {
  if (outside === null) {
    if (inside === null) return { is: "same" };
    const isFirst = inside.body.previous === NO_HASH;
    return isFirst || accepts(inside, null) ? { is: "behind" } : { is: "lost", missing: null };
  }
  const { hash } = outside;
  if (inside?.hash === hash) return { is: "same" };
  if (inside !== null && (inside.body.previous === hash || accepts(inside, hash)))
    return { is: "behind" };
  return { is: "lost", missing: { number: outside.body.number, hash } };
}

function accepts({ body: { says } }: Seal, hash: string | null): boolean {
  return says?.type === "accept" && (says.missing?.hash ?? null) === hash;
}

/** Describes the loss for people. */
export function lossText({ missing }: Extract<CopyState, { is: "lost" }>): string {
  return missing === null
    ? "The copy of the seals outside the database is gone. Without it, a rewritten log cannot be detected."
    : `Seal ${missing.number}, the last one outside the database, is not in the database: it was restored or rewritten.`;
}
