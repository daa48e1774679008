/** One key that signs seals. */
export type SigningKey = {
  /** The beginning of its public key's SHA-256; a seal names the key that signed it. */
  id: string;
  /** The public half, as PEM. */
  publicKey: string;
  sign(bytes: Uint8Array): Promise<Uint8Array>;
};

/** Whoever holds the key that signs seals. The private half never leaves it. */
export interface Signer {
  /** The key that signs now; made when there is none yet. */
  current(): Promise<SigningKey>;
  /** A key that this signer holds, also one that is still to follow. */
  find(id: string): Promise<SigningKey | null>;
  /** The key that shall follow; the same one until it does. */
  prepareNext(): Promise<SigningKey>;
  /** The prepared key with this id is the current one from now on; without one nothing happens. */
  promote(id: string): Promise<void>;
}
