/** Holds the engine's key for moves of the target. The private key never leaves it. */
export interface MoveSigner {
  /** Returns the public key as OpenSSH writes it, without a comment. Creates the key if there is none. */
  publicKey(): Promise<string>;
  /** Signs the line of a move in OpenSSH's format, and returns the signature in base64. */
  sign(line: string): Promise<string>;
  /** Signs the text of a checkpoint as it is. The key must be an ed25519 key. */
  signCheckpoint(text: string): Promise<Uint8Array>;
}
