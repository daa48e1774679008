/** Protections of this machine that the engine's owner has relaxed. */
export type OwnerSettings = {
  /** Paths of repositories whose commands may run without a sandbox. */
  unsandboxed: readonly string[];
  /** Agent programs that the owner confirmed, by name. */
  programs: Readonly<Record<string, { path: string; sha256: string }>>;
};
