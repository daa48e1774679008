import { CountersignError } from "@countersign/core";
import type { EngineScope } from "../execute/engine-scope.ts";
import { segmentOf } from "../proof/compose-proof.ts";
import { changedText, replaceEnd } from "../proof/publish-proofs.ts";
import { readTrustVersion } from "../proof/read-trust-version.ts";
import {
  holdRepository,
  readRepository,
  type StoredRepository,
} from "../store/organisation/repositories.ts";
import { type ChainEnd, isPreparedProof, readChainEnd } from "../store/proofs/proof-chain.ts";

/**
 * Compares the proofs in the repository with those that the engine wrote. If another party moved them, holds the
 * repository's merges and restores our value. Returns false if merges must wait.
 */
export async function checkProofs(
  scope: EngineScope,
  repository: StoredRepository,
  chain: ChainEnd | null,
): Promise<boolean> {
  if (chain === null) return true;
  const { target, id } = repository;
  const segment = { target, segment: segmentOf(chain.number) };
  const actual = await readEnd(scope, repository, segment);
  if (actual === chain.object) return true;
  return await scope.targetTurns.take(scope.org, id, () =>
    scope.transact(async (session) => {
      // A move that is being published changes both together.
      const now = await readChainEnd(session, id);
      const { tip } = await readRepository(session, id);
      if (now?.object !== chain.object || tip !== chain.commit) return true;
      // A move that was interrupted, and that another one replaced, may have left its own proof.
      const isPrepared = actual !== null && (await isPreparedProof(session, id, actual));
      if (!isPrepared)
        await holdRepository(session, id, "proofs_changed", changedText(repository, actual));
      const move = { ...segment, expected: actual, next: chain.object };
      await replaceEnd(scope.mirror, repository, move);
      return isPrepared;
    }),
  );
}

/** A ref that cannot be read, such as a link, counts as removed. */
async function readEnd(
  { mirror }: EngineScope,
  repository: StoredRepository,
  segment: { target: string; segment: number },
): Promise<string | null> {
  return await mirror.readProofRef(repository, segment).catch((error: unknown) => {
    if (error instanceof CountersignError && error.code === "invalid_input") return null;
    throw error;
  });
}

/** Returns why the engine cannot continue the chain. Null if the trust file at the tip lists its key. */
export async function describeMissingKey(
  { mirror, proofs }: EngineScope,
  { id, tip, target }: StoredRepository,
  chain: ChainEnd | null,
): Promise<string | null> {
  if (chain === null || proofs === undefined) return null;
  const trust = await readTrustVersion(mirror, id, tip);
  const key = await proofs.signer.publicKey();
  if (trust === null || Object.values(trust.file.engines).includes(key)) return null;
  return `The trust file of ${target} does not list this engine's key: ${key}`;
}
