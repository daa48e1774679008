/** The decision for which a person must show their presence. */
export type PresenceDecision = {
  org: string;
  actor: string;
  /** Null for a decision about a repository or the whole organisation. */
  task: string | null;
  command: string;
};

/** Verifies a person's presence by a signing key or a passkey, which a process of their account does not have. */
export interface PresenceVerifier {
  isPresent(decision: PresenceDecision): Promise<boolean>;
}
