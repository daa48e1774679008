import type { Principal } from "./access/principal.ts";
import { answerChallenge } from "./commands/answer-challenge.ts";
import { readPolicyInForce } from "./commands/repositories/read-policy-in-force.ts";
import { releaseRepository } from "./commands/repositories/release-repository.ts";
import { removeRepository } from "./commands/repositories/remove-repository.ts";
import { addRepository, listReadableRepositories } from "./commands/repositories/repositories.ts";
import type { Engine } from "./engine.ts";
import type { EngineScope } from "./execute/engine-scope.ts";

type RepositoryCalls = Pick<
  Engine,
  "addRepository" | "repositories" | "policy" | "removeRepository" | "releaseRepository"
>;

/** Creates the calls about registered repositories. */
export function createRepositoryCalls(scopeFor: (by: Principal) => EngineScope): RepositoryCalls {
  return {
    addRepository: (by, repository) => addRepository(scopeFor(by), by, repository),
    repositories: (by) => listReadableRepositories(scopeFor(by), by),
    policy: (by, repo) => readPolicyInForce(scopeFor(by), by, repo),
    removeRepository: (by, id) =>
      answerChallenge(scopeFor(by), (scope) => removeRepository(scope, by, id)),
    releaseRepository: (by, id, release) =>
      answerChallenge(scopeFor(by), (scope) => releaseRepository(scope, by, id, release)),
  };
}
