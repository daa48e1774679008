import type { Principal } from "./access/principal.ts";
import { answerChallenge } from "./commands/answer-challenge.ts";
import {
  addForgeRepository,
  type NewForgeRepository,
} from "./commands/forge/add-forge-repository.ts";
import {
  linkForgeAccount,
  type NewAccountLink,
  unlinkForgeAccount,
} from "./commands/forge/forge-accounts.ts";
import { type ForgeStatus, readForgeStatus } from "./commands/forge/forge-status.ts";
import type { RepositorySummary } from "./commands/repositories/repository-lines.ts";
import type { EngineScope } from "./execute/engine-scope.ts";

/** The connection to a forge. Part of the engine's interface. */
export interface ForgeSetup {
  forgeStatus(by: Principal): Promise<ForgeStatus>;
  /** Clones, registers and links a repository of the forge. */
  addForgeRepository(by: Principal, repository: NewForgeRepository): Promise<RepositorySummary>;
  /** Says which person an account on the forge belongs to. Its reviews then count as theirs. */
  linkForgeAccount(by: Principal, link: NewAccountLink): Promise<void>;
  unlinkForgeAccount(by: Principal, account: number): Promise<void>;
}

export function createForgeCalls(scopeFor: (by: Principal) => EngineScope): ForgeSetup {
  return {
    forgeStatus: (by) => readForgeStatus(scopeFor(by), by),
    addForgeRepository: (by, repository) => addForgeRepository(scopeFor(by), by, repository),
    linkForgeAccount: (by, link) =>
      answerChallenge(scopeFor(by), (scope) => linkForgeAccount(scope, by, link)),
    unlinkForgeAccount: (by, account) => unlinkForgeAccount(scopeFor(by), by, account),
  };
}
