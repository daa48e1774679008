/** One key that signs seals, or moves of targets. */
export type SigningKey = {
  /** A prefix of its public key's SHA-256. A seal names the key that signed it. */
  id: string;
  /** The public key as PEM. */
  publicKey: string;
  sign(bytes: Uint8Array): Promise<Uint8Array>;
};

/** Holds the keys that sign seals. Private keys never leave it. */
export interface Signer {
  /** Returns the current signing key, creating one if there is none. */
  current(): Promise<SigningKey>;
  /** Finds a key of this signer, including a prepared next key. */
  find(id: string): Promise<SigningKey | null>;
  /** Prepares the next key. Returns the same one until it is promoted. */
  prepareNext(): Promise<SigningKey>;
  /** Makes the prepared key with this id the current one. Does nothing if there is none. */
  promote(id: string): Promise<void>;
}
