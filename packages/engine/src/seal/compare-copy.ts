import type { Seal } from "../ports/seal-body.ts";
import { NO_HASH } from "../store/organisation/hash-chain.ts";

/** How the copy outside stands to the database: the same, one seal behind, or with a seal that the database lacks. */
export type CopyState =
  | { is: "same" }
  | { is: "behind" }
  | { is: "lost"; missing: { number: number; hash: string } | null };

/**
 * Compares the last seal outside with the last one in the database.
 *
 * A seal is in the database first and outside right after, and no other is made in between; so a copy
 * that lacks more than the last one was cut, and one that has another last seal speaks of another database.
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

/** What was found, for people. */
export function lossText({ missing }: Extract<CopyState, { is: "lost" }>): string {
  return missing === null
    ? "The copy of the seals outside the database is gone, so nobody can say whether the log was rewritten."
    : `Seal ${missing.number}, the last one outside the database, is not in the database: it was restored or rewritten.`;
}
