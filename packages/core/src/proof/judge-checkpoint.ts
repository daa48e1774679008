import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { decodeBase64 } from "../kernel/base64.ts";
import { type Checkpoint, checkpointText, parseCheckpoint } from "./checkpoint/checkpoint.ts";
import {
  isSignatureOf,
  parseWitness,
  readCosignature,
  type VerifyEd25519,
  type Witness,
} from "./checkpoint/cosignature.ts";
import { type NoteKey, noteKey, parseNote } from "./checkpoint/signed-note.ts";
import { type ProofProblem, problemIf } from "./problems.ts";
import type { TrustFile } from "./schema-trust.ts";

/** A witness that saw the chain at this size, and when, in seconds since 1970. */
export type Sighting = { name: string; size: number; seconds: number };

/**
 * Judges the checkpoint in a proof: it must name the chain up to this move, and carry the signature of the engine that
 * signed the move. `engine` is that key as OpenSSH writes it.
 */
export function judgeCheckpoint(
  note: string,
  { expected, engine }: { expected: Checkpoint; engine: string },
  verify: VerifyEd25519,
): ProofProblem[] {
  const parsed = parseNote(note);
  const text = checkpointText(expected);
  if (parsed?.text !== text) return [{ code: "checkpoint_other" }];
  const key = engineNoteKey(expected.origin, engine);
  const isSigned =
    key !== null &&
    parsed.signatures.some(
      (one) => isSignatureOf(one, key) && verify(key.publicKey, utf8ToBytes(text), one.signature),
    );
  return problemIf(!isSigned, "checkpoint_signature");
}

/** What the judge of a cosigned checkpoint reads. */
export type CosignedEvidence = {
  note: string;
  /** Returns the checkpoint of the chain at a size. Null: it cannot be computed. `beyond`: the chain is shorter. */
  expectedAt(size: number): Checkpoint | null | "beyond";
  /** The witnesses of the newest trust file. */
  witnesses: TrustFile["witnesses"];
};

/** Judges the newest cosigned checkpoint of a chain, and returns which witnesses saw the chain. */
export function judgeCosigned(
  { note, expectedAt, witnesses }: CosignedEvidence,
  verify: VerifyEd25519,
): { seen: Sighting[]; problems: ProofProblem[] } {
  const parsed = parseNote(note);
  const claimed = parsed && parseCheckpoint(parsed.text);
  if (parsed === null || claimed === null)
    return { seen: [], problems: [{ code: "checkpoint_other", about: "it cannot be parsed" }] };
  const { size } = claimed;
  const expected = expectedAt(size);
  if (expected === null) return { seen: [], problems: [] };
  if (expected === "beyond" || checkpointText(expected) !== parsed.text)
    return { seen: [], problems: [{ code: "checkpoint_other", about: `${size} moves` }] };
  const readings = trustedWitnesses(witnesses).map((witness) => ({
    name: witness.name,
    reading: readCosignature(parsed, witness, verify),
  }));
  return {
    seen: readings.flatMap(({ name, reading }) =>
      reading.is === "at" ? [{ name, size, seconds: reading.seconds }] : [],
    ),
    problems: readings.flatMap(({ name, reading }) =>
      problemIf(reading.is === "wrong", "cosignature_other", name),
    ),
  };
}

/** Returns the witnesses of a trust file. One key is one witness, whatever its names. */
export function trustedWitnesses({ keys }: Pick<TrustFile["witnesses"], "keys">): Witness[] {
  const found = new Map<string, Witness>();
  for (const entry of keys) {
    const witness = parseWitness(entry);
    const id = witness && bytesToHex(witness.publicKey);
    if (witness !== null && id !== null && !found.has(id)) found.set(id, witness);
  }
  return [...found.values()];
}

/** Returns the number of witnesses that a state needs to count as witnessed. */
export function witnessQuorum({ quorum }: Pick<TrustFile["witnesses"], "quorum">): number {
  return Math.max(1, quorum);
}

const ED25519 = /^ssh-ed25519 ([A-Za-z0-9+/=]+)$/;
const WIRE_BYTES = 51;
const KEY_BYTES = 32;

/** Returns the key with which an engine signs the checkpoints of this origin. Null if it is not an Ed25519 key. */
export function engineNoteKey(origin: string, engine: string): NoteKey | null {
  const wire = decodeBase64(ED25519.exec(engine)?.[1] ?? "");
  if (wire?.length !== WIRE_BYTES) return null;
  return noteKey("note", origin, wire.subarray(WIRE_BYTES - KEY_BYTES));
}
