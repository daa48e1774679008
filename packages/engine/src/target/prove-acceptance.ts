import type { TrustVersion } from "@countersign/core";
import type { EngineScope } from "../execute/engine-scope.ts";
import { readClock } from "../platform/read-clock.ts";
import type { Session } from "../platform/transact.ts";
import { type ChosenAct, isTrustedAct, parseStoredAct } from "../proof/choose-acts.ts";
import { composeProof } from "../proof/compose-proof.ts";
import { readTrustVersion } from "../proof/read-trust-version.ts";
import type { Acceptance, StoredRepository } from "../store/organisation/repositories.ts";
import {
  type ChainEnd,
  listPrepared,
  type PreparedProof,
  prepareProof,
  readChainEnd,
} from "../store/proofs/proof-chain.ts";
import { listAcceptingActs, type StoredAct } from "../store/proofs/stored-acts.ts";
import type { ReproducedMerge } from "./find-reproduced.ts";
import {
  collectMergeProof,
  composeTaskProof,
  copyProofs,
  findPrepared,
  publishAndPush,
} from "./prove-merge.ts";

/** The proofs of a move that is about to be accepted, and the chain that they continue. */
export type ProvenAcceptance = { chain: ChainEnd | null; proofs: readonly PreparedProof[] };

const NOTHING: ProvenAcceptance = { chain: null, proofs: [] };

/**
 * Writes the proof of a move of the target before it is accepted: those that the engine prepared for its own move, or
 * one that says that commits of others were accepted.
 */
export async function proveAcceptance(
  scope: EngineScope,
  repository: StoredRepository,
  { tip, how }: { tip: string; how: Acceptance["how"] },
): Promise<ProvenAcceptance> {
  const { id, tip: accepted } = repository;
  if (scope.proofs === undefined || tip === accepted) return NOTHING;
  const chain = await scope.read((session) => readChainEnd(session, id));
  if (chain === null && how !== "moved") return NOTHING;
  if (chain !== null && chain.commit !== accepted) return NOTHING;
  if (how !== "moved" && chain !== null) {
    const proof = await proveForeign(scope, repository, chain, tip);
    return proof === null ? NOTHING : await prepared(scope, repository, chain, [proof]);
  }
  const added = await scope.mirror.listCommits(id, { base: accepted, head: tip });
  const commits = added.map(({ commit }) => commit);
  const proofs = await scope.transact((session) => findPrepared(session, id, chain, commits));
  return { chain, proofs };
}

/** Stores proofs and copies them into the repository, so that only their ref is missing. */
async function prepared(
  scope: EngineScope,
  repository: StoredRepository,
  chain: ChainEnd,
  proofs: readonly PreparedProof[],
): Promise<ProvenAcceptance> {
  await scope.transact(async (session) => {
    for (const proof of proofs) await prepareProof(session, repository.id, proof);
  });
  await copyProofs(scope, repository, proofs);
  return { chain, proofs };
}

/** Writes the proofs of merges that a forge made. Those that the engine pushed are prepared already. */
export async function proveReproduced(
  scope: EngineScope,
  repository: StoredRepository,
  reproduced: readonly ReproducedMerge[],
): Promise<ProvenAcceptance> {
  const { id, tip } = repository;
  if (scope.proofs === undefined) return NOTHING;
  const commits = reproduced.map(({ commit }) => commit);
  const [chain, known] = await scope.readTogether<[ChainEnd | null, PreparedProof[]]>([
    (session) => readChainEnd(session, id),
    (session) => listPrepared(session, id, commits),
  ]);
  if (chain === null || chain.commit !== tip) return NOTHING;
  const proofs: PreparedProof[] = [];
  for (const { approved, commit, tree } of reproduced) {
    const end = proofs.at(-1) ?? chain;
    const pushed = known.find(
      (one) => one.commit === commit && one.previous === end.move && one.how !== "accept",
    );
    const proof = pushed === undefined ? await collectMergeProof(scope, approved) : null;
    const move = { how: "forge", parent: end.commit, commit, tree } as const;
    if (pushed !== undefined) proofs.push(pushed);
    else if (proof !== null) proofs.push(await composeTaskProof(scope, end, proof, move));
    else break;
  }
  return await prepared(scope, repository, chain, proofs);
}

/** Writes the proof that commits of others were accepted. Null without a valid trust file. */
async function proveForeign(
  scope: EngineScope,
  repository: StoredRepository,
  chain: ChainEnd,
  tip: string,
): Promise<PreparedProof | null> {
  const { mirror, proofs, org, policies } = scope;
  const { id: repo, target, path, tip: parent } = repository;
  const trust = await readTrustVersion(mirror, repo, parent);
  const pinned = await mirror.pin({ id: repo, path }, tip);
  const found = await policies.at(org, repo, parent);
  if (trust === null || pinned === null || proofs === undefined) return null;
  const [recorded, nowMs] = await scope.readTogether<[StoredAct[], number]>([
    (session) => listAcceptingActs(session, tip),
    readClock,
  ]);
  const step = { from: parent, to: tip, tree: pinned.tree };
  const act = findAccepting(recorded, step, { trust, target, number: chain.number + 1 });
  const policy = "policy" in found ? found.policy.digest : repository.policyDigest;
  if (policy === null) return null;
  return await composeProof({ ...proofs, mirror }, chain, {
    ...{ how: "accept", repo, target, parent, commit: tip, tree: pinned.tree, policy, trust },
    ...{ acts: act === null ? [] : [act], round: null, inputs: null, log: null, atMs: nowMs },
  });
}

/** Finds a person's act that accepts exactly this step. */
function findAccepting(
  recorded: readonly StoredAct[],
  { from, to, tree }: { from: string; to: string; tree: string },
  trusted: { trust: TrustVersion; target: string; number: number },
): ChosenAct | null {
  for (const signed of recorded) {
    const act = parseStoredAct(signed);
    const predicate = act?.statement.predicate;
    if (act === null || predicate?.act !== "accept") continue;
    const isSame = predicate.from === from && predicate.to === to;
    if (isSame && isTrustedAct(act.statement, tree, trusted)) return act;
  }
  return null;
}

/** Puts the proofs of an accepted move at the end of the chain, in the transaction that accepts it. */
export async function publishAcceptance(
  scope: EngineScope,
  session: Session,
  repository: StoredRepository,
  { chain, proofs }: ProvenAcceptance,
): Promise<void> {
  if (proofs.length === 0) return;
  const end = await readChainEnd(session, repository.id);
  // Another process may have accepted and proved the same commit first.
  if (end?.object === chain?.object)
    await publishAndPush(scope, session, repository, { chain, proofs });
}
