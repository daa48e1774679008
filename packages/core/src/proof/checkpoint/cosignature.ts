import { concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import {
  type NoteKey,
  type NoteSignature,
  parseVerifierKey,
  type SignedNote,
} from "./signed-note.ts";

/** A party that watches the chain: its key, and where it accepts checkpoints. */
export type Witness = NoteKey & { address: string };

/** Verifies an Ed25519 signature. */
export type VerifyEd25519 = (
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
) => boolean;

const TIME_BYTES = 8;
/** The end of the year 9999, in seconds. */
const MAX_SECONDS = 253_402_300_799;
const ENTRY = /^([^@]+)@(https:\/\/[^\s@]{1,500})$/;

/** Parses an entry of the trust file: `<verifier key>@<address>`. Null if it is none. */
export function parseWitness(entry: string): Witness | null {
  const [, encoded = "", address = ""] = ENTRY.exec(entry) ?? [];
  const key = parseVerifierKey("cosigner", encoded);
  return key === null ? null : { ...key, address };
}

/** Returns the bytes that a witness signs for a checkpoint. */
export function cosignatureMessage(text: string, seconds: number): Uint8Array {
  return utf8ToBytes(`cosignature/v1\ntime ${seconds}\n${text}`);
}

/** Returns the bytes of a cosignature: its time and the signature. */
export function cosignatureBytes(seconds: number, signature: Uint8Array): Uint8Array {
  const time = new Uint8Array(TIME_BYTES);
  new DataView(time.buffer).setBigUint64(0, BigInt(seconds));
  return concatBytes(time, signature);
}

/**
 * Reads when a witness cosigned a note, in seconds since 1970.
 *
 * `none`: it did not. `wrong`: a line has its name and its key id, but not its signature.
 */
export function readCosignature(
  { text, signatures }: SignedNote,
  witness: NoteKey,
  verify: VerifyEd25519,
): { is: "at"; seconds: number } | { is: "none" } | { is: "wrong" } {
  const own = signatures.filter((one) => isSignatureOf(one, witness));
  const times = own.map(({ signature }) => {
    const seconds = timeOf(signature);
    const message = cosignatureMessage(text, seconds);
    const isValid = verify(witness.publicKey, message, signature.subarray(TIME_BYTES));
    return isValid && seconds <= MAX_SECONDS ? seconds : null;
  });
  if (times.includes(null)) return { is: "wrong" };
  const seconds = times.find((time) => time !== null);
  return seconds === undefined ? { is: "none" } : { is: "at", seconds };
}

/** Returns true if a line claims to be signed by this key. */
export function isSignatureOf({ name, keyId }: NoteSignature, key: NoteKey): boolean {
  return name === key.name && keyId === key.keyId;
}

function timeOf(signature: Uint8Array): number {
  return signature.subarray(0, TIME_BYTES).reduce((seconds, byte) => seconds * 256 + byte, 0);
}
