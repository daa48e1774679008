import { checkpoints } from "@countersign/core";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { readClock } from "../../platform/read-clock.ts";
import { type OfferedChain, offerCheckpoint } from "../../proof/offer-checkpoint.ts";
import { readTrustVersion } from "../../proof/read-trust-version.ts";
import { witnessJob } from "../../store/names/witness-job.ts";
import { readRepository, type StoredRepository } from "../../store/organisation/repositories.ts";
import { type ChainEnd, listMoves, readChainEnd } from "../../store/proofs/proof-chain.ts";
import { enqueueProofPush } from "../../target/enqueue-proof-push.ts";

type WitnessJob = { repo: string; object: string; tries: number };

/**
 * Offers the end of a chain to the witnesses of its trust file, and stores the checkpoint with their cosignatures. A
 * witness that cannot be asked is asked again later, until the chain has a newer end.
 *
 * Only recorded moves are in the checkpoint, so the engine never signs two that do not fit together.
 */
export async function witnessChain(scope: EngineScope, job: WitnessJob): Promise<void> {
  const { repo, object, tries } = job;
  const chain = await readOffer(scope, job);
  if (chain === null) return;
  const { offer, text, signatures, missing, newest, repository } = chain;
  const { witnesses, witnessRetryMs } = scope;
  if (witnesses === undefined || missing.length === 0) return;
  const results = await Promise.all(
    missing.map((witness) =>
      offerCheckpoint(witnesses, witness, offer, newest.sizes.get(witness.keyId) ?? 0),
    ),
  );
  const added = results.flatMap((result) => (result.ok ? [result.signature] : []));
  if (added.length > 0) {
    const note = checkpoints.noteText({ text, signatures: [...signatures, ...added] });
    await storeNote(scope, repository, { object, note, newest });
  }
  for (const [at, result] of results.entries()) {
    if (result.ok) continue;
    const fields = {
      org: scope.org,
      repo,
      witness: missing[at]?.name ?? "",
      reason: result.reason,
    };
    scope.log({ level: "warn", event: "witness_failed", fields });
  }
  if (added.length === results.length) return;
  const again = witnessJob(scope.org, { repo, object, tries: tries + 1 }, witnessRetryMs);
  await scope.transact((session) => scope.queue.enqueue(session.client, [again]));
}

type Offer = {
  repository: StoredRepository;
  offer: OfferedChain;
  /** The text of the checkpoint, and the signatures that it has already. */
  text: string;
  signatures: readonly checkpoints.NoteSignature[];
  /** The witnesses that have not cosigned it yet. */
  missing: readonly checkpoints.Witness[];
  newest: NewestNote;
};

/** Signs the checkpoint of the chain. Null if the job is out of date, or there is no one to ask. */
async function readOffer(scope: EngineScope, { repo, object }: WitnessJob): Promise<Offer | null> {
  const { mirror, proofs } = scope;
  const end = await scope.read((session) => readChainEnd(session, repo));
  if (end === null || end.object !== object || proofs === undefined) return null;
  const trust = await readTrustVersion(mirror, repo, end.commit);
  const witnesses = checkpoints.trustedWitnesses(trust?.file.witnesses ?? { keys: [] });
  if (trust === null || witnesses.length === 0) return null;
  const repository = await scope.read((session) => readRepository(session, repo));
  const moves = await scope.read((session) => listMoves(session, repo));
  const checkpoint = checkpointOf(trust.file.repository, repository.target, moves, end);
  const key = checkpoints.engineNoteKey(checkpoint.origin, await proofs.signer.publicKey());
  if (key === null) return null;
  const text = checkpoints.checkpointText(checkpoint);
  const own = { ...key, signature: await proofs.signer.signCheckpoint(text) };
  const newest = await readNewest(scope, repository, witnesses);
  const signatures = newest.note?.text === text ? newest.note.signatures : [own];
  const missing = witnesses.filter(
    ({ name, keyId }) => !signatures.some((one) => one.name === name && one.keyId === keyId),
  );
  const note = checkpoints.noteText({ text, signatures: [own] });
  return { repository, offer: { moves, note }, text, signatures, missing, newest };
}

function checkpointOf(
  repository: string,
  target: string,
  moves: readonly string[],
  { number }: ChainEnd,
): checkpoints.Checkpoint {
  if (moves.length !== number) throw new Error(`The chain has ${moves.length} of ${number} moves`);
  const origin = checkpoints.chainOrigin(repository, `refs/heads/${target}`);
  return { origin, size: number, root: checkpoints.treeRoot(checkpoints.treeOf(moves)) };
}

/**
 * The newest cosigned checkpoint, and the sizes at which witnesses saw the chain last, by their key ids. The note is null
 * if there is none, or if another program put something else there.
 */
type NewestNote = {
  id: string | null;
  note: checkpoints.SignedNote | null;
  sizes: ReadonlyMap<string, number>;
};

const MAX_BYTES = 200_000;

async function readNewest(
  { mirror }: EngineScope,
  repository: StoredRepository,
  witnesses: readonly checkpoints.Witness[],
): Promise<NewestNote> {
  const id = await mirror.readWitnessed(repository, repository.target);
  const found =
    id === null
      ? null
      : await mirror.readFile(repository.id, id, "checkpoint", MAX_BYTES).catch(() => null);
  const note = checkpoints.parseNote(Buffer.from(found?.bytes ?? []).toString("utf8"));
  const size = note && checkpoints.parseCheckpoint(note.text)?.size;
  if (note === null || size == null) return { id, note: null, sizes: new Map() };
  const seen = witnesses.filter(({ keyId }) => note.signatures.some((one) => one.keyId === keyId));
  return { id, note, sizes: new Map(seen.map(({ keyId }) => [keyId, size])) };
}

type NoteToStore = { object: string; note: string; newest: NewestNote };

async function storeNote(
  scope: EngineScope,
  repository: StoredRepository,
  { object, note, newest }: NoteToStore,
): Promise<void> {
  const { mirror } = scope;
  const { id: repo, target } = repository;
  const next = await mirror.writeProof(repo, {
    ...{ previous: newest.note === null ? null : newest.id, subject: object },
    atSeconds: Math.trunc((await scope.read(readClock)) / 1_000),
    files: new Map([["checkpoint", note]]),
  });
  await mirror.copyProof(repository, next);
  const moved = await mirror.moveWitnessed(repository, { target, expected: newest.id, next });
  if (!moved.moved) throw new Error(`Another program changed the witnessed state of ${target}`);
  await scope.transact((session) => enqueueProofPush(scope, session, repo, next));
}
