/** What somebody decides, as far as their presence has to be shown for exactly this. */
type PresentFor = {
  org: string;
  actor: string;
  /** Null: a repository or the whole organisation. */
  task: string | null;
  command: string;
};

/**
 * Tells whether a person was there when they decided: by a signing key or a passkey, which a process of
 * their account does not have.
 */
export interface PresenceVerifier {
  isPresent(decision: PresentFor): Promise<boolean>;
}
