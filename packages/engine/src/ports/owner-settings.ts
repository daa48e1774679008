/** What the engine's owner has decided for the machine, as far as it loosens what protects it. */
export type OwnerSettings = {
  /** Paths of repositories whose commands may run without a sandbox. */
  unsandboxed: readonly string[];
  /** Programs of agents that the owner confirmed, by name. */
  programs: Readonly<Record<string, { path: string; sha256: string }>>;
};
