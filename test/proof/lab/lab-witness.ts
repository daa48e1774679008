import { checkpoints, parseTrustFile } from "@countersign/core";
import type { MoveDraft } from "./append-move.ts";
import { type Lab, type LabProof, plainFile, TARGET } from "./lab.ts";
import { type LabKey, labKey } from "./lab-key.ts";
import { randomOf } from "./random.ts";
import { changeTrust, quorum } from "./trust-move.ts";

/** A witness whose key does not depend on the history. */
export type LabWitness = { name: string; key: LabKey; entry: string };

export function labWitness(name: string, seed = 1): LabWitness {
  const key = labKey("ed25519", randomOf(seed));
  const own = checkpoints.noteKey("cosigner", name, rawKey(key));
  return { name, key, entry: `${checkpoints.verifierKeyText("cosigner", own)}@https://${name}` };
}

export const W1 = labWitness("w1.example", 71);
export const W2 = labWitness("w2.example", 72);

/** Drafts a change of trust to these witnesses. */
export function nameWitnesses(lab: Lab, witnesses: readonly LabWitness[], least = 1): MoveDraft {
  const keys = witnesses.map(({ entry }) => entry);
  const trust = { ...lab.trust, number: lab.trust.number + 1, witnesses: { quorum: least, keys } };
  return changeTrust(lab, { trust, signers: quorum(lab) });
}

/** Adds the checkpoint to each proof whose parent's trust file names witnesses. `lab.engine` signs. */
export function addCheckpoints(lab: Lab, proofs: LabProof[] = lab.proofs): void {
  for (const [at, proof] of proofs.entries()) {
    if (parseTrustFile(proof.trust)?.witnesses.keys.length === 0) continue;
    const signed = signCheckpoint(checkpointOf(lab, proofs.slice(0, at + 1)), lab.engine);
    proofs.splice(at, 1, { ...proof, checkpoint: signed });
  }
}

/** The checkpoint of a chain of these proofs. */
export function checkpointOf(
  { trust: { repository } }: Lab,
  proofs: readonly Pick<LabProof, "digest">[],
): checkpoints.Checkpoint {
  const tree = checkpoints.treeOf(proofs.map(({ digest }) => digest));
  const origin = checkpoints.chainOrigin(repository, TARGET);
  return { origin, size: tree.size, root: checkpoints.treeRoot(tree) };
}

export function signCheckpoint(checkpoint: checkpoints.Checkpoint, engine: LabKey): string {
  const text = checkpoints.checkpointText(checkpoint);
  const key = checkpoints.noteKey("note", checkpoint.origin, rawKey(engine));
  const signature = engine.signBytes(Buffer.from(text));
  return checkpoints.noteText({ text, signatures: [{ ...key, signature }] });
}

/** A line of a witness: by another key, for another checkpoint or at another time if a forger wants it. */
export function cosign(
  checkpoint: checkpoints.Checkpoint,
  { name, key }: LabWitness,
  seconds = 1_795_000_000,
  by = key,
): checkpoints.NoteSignature {
  const own = checkpoints.noteKey("cosigner", name, rawKey(key));
  const message = checkpoints.cosignatureMessage(checkpoints.checkpointText(checkpoint), seconds);
  return { ...own, signature: checkpoints.cosignatureBytes(seconds, by.signBytes(message)) };
}

/** Stores a cosigned checkpoint under its ref. */
export function storeCosigned(
  lab: Lab,
  checkpoint: checkpoints.Checkpoint,
  signatures: readonly checkpoints.NoteSignature[],
): void {
  const text = checkpoints.noteText({ text: checkpoints.checkpointText(checkpoint), signatures });
  const commit = lab.store.commit({
    tree: lab.store.tree(new Map([["checkpoint", plainFile(text)]])),
    ...{ parents: [], message: "checkpoint\n", author: "countersign <countersign@localhost>" },
    atSeconds: lab.atSeconds,
  });
  lab.refs.set("refs/countersign/witnessed/main", commit);
}

function rawKey({ text }: LabKey): Buffer {
  return Buffer.from(text.split(" ")[1] ?? "", "base64").subarray(-32);
}
