import { CountersignError, digestText } from "@countersign/core";
import type { EngineScope } from "../execute/engine-scope.ts";
import type { Session } from "../platform/transact.ts";
import type { Pinned } from "../ports/mirror.ts";
import { composeProof } from "../proof/compose-proof.ts";
import { readTrustStep } from "../proof/read-trust-step.ts";
import { readTrustActs } from "../proof/trust-progress.ts";
import { ENGINE } from "../store/names/engine-keys.ts";
import { BY_ENGINE, recordChange } from "../store/organisation/organisation-log.ts";
import type { Acceptance, StoredRepository } from "../store/organisation/repositories.ts";
import {
  findAnnouncedTrust,
  listTrustActs,
  setTrustState,
  type TrustRequest,
} from "../store/organisation/trust-requests.ts";
import { type PreparedProof, prepareProof, readChainEnd } from "../store/proofs/proof-chain.ts";
import { copyProofs } from "./prove-merge.ts";

/**
 * Prepares the proof of a change of trust, before the target moves. Its acceptance publishes the proof, also after a
 * crash. A repetition gives the same proof.
 */
export async function proveTrust(
  scope: EngineScope,
  repository: StoredRepository,
  request: TrustRequest,
  { commit, tree }: Pinned,
): Promise<PreparedProof> {
  const { mirror, proofs, signatures, policies, org, transact } = scope;
  if (proofs === undefined || signatures === undefined)
    throw new CountersignError("wrong_state", "This engine has no key to sign moves with");
  const { id: repo, target, tip } = repository;
  const { end, stored } = await transact(async (session) => ({
    end: await readChainEnd(session, repo),
    stored: await listTrustActs(session, request.id),
  }));
  const isRoot = request.body.kind === "root";
  if (isRoot ? end !== null : end?.commit !== tip)
    throw new CountersignError("wrong_state", `The proofs of ${target} do not end at ${tip}`);
  const { before, after } = await readTrustStep(mirror, request, tip);
  const valid = new Set(readTrustActs(signatures, stored).map(({ digest }) => digest));
  const found = await policies.at(org, repo, isRoot ? commit : tip);
  if ("problem" in found) throw new CountersignError("wrong_state", found.problem);
  const proof = await composeProof({ ...proofs, mirror }, end, {
    ...{ how: "trust", repo, target, parent: isRoot ? null : tip, commit, tree },
    ...{ policy: found.policy.digest, trust: before ?? after },
    acts: stored
      .map(({ statement: line, ...act }) => ({ ...act, line, seq: null, digest: digestText(line) }))
      .filter(({ digest }) => valid.has(digest)),
    ...{ round: null, inputs: null, log: null, atMs: 0 },
  });
  await transact((session) => prepareProof(session, repo, proof));
  await copyProofs(scope, repository, [proof]);
  return proof;
}

/** Ends a request in the transaction that accepts its commit. */
export async function finishTrust(
  session: Session,
  { id, repo, body }: TrustRequest,
  commit: string,
): Promise<void> {
  await setTrustState(session, id, "done");
  const event = { type: "trust_changed", repo, request: id, kind: body.kind, commit } as const;
  await recordChange(session, BY_ENGINE, event);
}

/** Returns the acceptance of a change of trust. The person who proposed it answers for a changed policy. */
export function acceptanceForTrust({ id, proposedBy }: TrustRequest): Acceptance {
  return { how: "moved", by: ENGINE, reason: `changed trust, ${id}`, person: proposedBy };
}

/** Finds the signed request whose commit the engine put on the target before it was interrupted. */
export async function findMovingTrust(
  { transact }: EngineScope,
  { id: repo, tip: parent }: StoredRepository,
  commit: string,
): Promise<TrustRequest | null> {
  return await transact((session) => findAnnouncedTrust(session, { repo, parent, commit }));
}
