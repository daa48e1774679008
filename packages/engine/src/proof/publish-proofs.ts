import { CountersignError } from "@countersign/core";
import { boundary } from "../platform/boundary.ts";
import type { Session } from "../platform/transact.ts";
import type { Mirror } from "../ports/mirror.ts";
import type { ProofMove } from "../ports/proof-store.ts";
import { holdRepository } from "../store/organisation/repositories.ts";
import {
  type ChainEnd,
  isPreparedProof,
  type PreparedProof,
  recordProof,
} from "../store/proofs/proof-chain.ts";
import { segmentOf } from "./compose-proof.ts";

type ProvenRepository = { id: string; path: string; target: string };

/**
 * Puts prepared proofs at the end of the chain, right after the target has moved and in the transaction that records
 * the move. After a crash, the same proofs are published again without an effect.
 */
export async function publishProofs(
  mirror: Mirror,
  session: Session,
  repository: ProvenRepository,
  end: ChainEnd | null,
  proofs: readonly PreparedProof[],
): Promise<void> {
  for (const move of movesOf(repository.target, end, proofs))
    await moveEnd(mirror, session, repository, move);
  if (proofs.length > 0) boundary("proof.moved");
  for (const proof of proofs) recordProof(session, repository.id, proof);
}

/** One move for each segment that the proofs extend. */
function movesOf(
  target: string,
  end: ChainEnd | null,
  proofs: readonly PreparedProof[],
): ProofMove[] {
  const moves = new Map<number, ProofMove>();
  for (const { number, object } of proofs) {
    const segment = segmentOf(number);
    const last = end !== null && segmentOf(end.number) === segment ? end.object : null;
    const expected = moves.get(segment)?.expected ?? last;
    moves.set(segment, { target, segment, expected, next: object });
  }
  return [...moves.values()];
}

async function moveEnd(
  mirror: Mirror,
  session: Session,
  repository: ProvenRepository,
  move: ProofMove,
): Promise<void> {
  const outcome = await mirror.moveProofRef(repository, move);
  if (outcome.moved) return;
  const { actual } = outcome;
  if (actual === move.expected)
    throw new CountersignError("upstream_failed", "Another program locks the proofs");
  const isPrepared = actual !== null && (await isPreparedProof(session, repository.id, actual));
  if (!isPrepared)
    await holdRepository(session, repository.id, "proofs_changed", changedText(repository, actual));
  await replaceEnd(mirror, repository, { ...move, expected: actual });
}

/** Puts the end of a segment back to our value, with the proofs before it. */
export async function replaceEnd(
  mirror: Mirror,
  repository: ProvenRepository,
  move: ProofMove,
): Promise<void> {
  await mirror.copySegment(repository, move.next);
  const outcome = await mirror.moveProofRef(repository, move);
  if (!outcome.moved)
    throw new CountersignError(
      "upstream_failed",
      "The proofs were changed again while they were restored",
    );
}

/** Describes for people what another party did to the proofs. */
export function changedText({ target }: ProvenRepository, actual: string | null): string {
  const what = actual === null ? "were removed" : `were moved to ${actual.slice(0, 12)}`;
  return `The proofs of ${target} ${what} outside countersign. They were restored`;
}
