import type { Forge } from "./forge.ts";

/** The forge whose pull requests an engine reviews. */
export type ForgeConnection = {
  /** The host name of its pages, such as `github.com`. Accounts and repositories are known per host. */
  host: string;
  /** The directory of our bare clones. Only the engine writes there. */
  clones: string;
  forge: Forge;
};
