import type { SignatureReading } from "@countersign/core";

/** A public key as OpenSSH writes it, without a comment, and its fingerprint. */
export type PublicKey = { key: string; fingerprint: string };

/** A public key that was read. `application`: what the key of a device is for, such as the RP id of a passkey. */
export type ReadKey = PublicKey & { application: string | null };

/** Reads signatures and public keys of people, without any secret. */
export interface SignatureReader {
  /** Verifies a signature in base64 over a message, and reads what it shows about the person. */
  readSignature(message: Uint8Array, sshsig: string): SignatureReading;
  /** Returns null for a text that is not a public key of an accepted kind. */
  readKey(text: string): ReadKey | null;
}
