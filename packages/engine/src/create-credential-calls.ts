import type { Pool } from "pg";
import { authenticate, listTokens, listValidTokens, revokeToken } from "./access/credentials.ts";
import { createPasskeyChallenges } from "./access/passkey-challenges.ts";
import { createPasskeySessions, type PasskeySessions } from "./access/passkey-sessions.ts";
import { requirePermission } from "./access/permissions.ts";
import type { Principal } from "./access/principal.ts";
import { principalActor } from "./access/principal.ts";
import { createSignInCodes } from "./access/sign-in-codes.ts";
import { createPeople, type People } from "./access/sign-in-people.ts";
import { createSignIn, type SignIn } from "./access/sign-in-sessions.ts";
import { answerChallenge } from "./commands/answer-challenge.ts";
import { createCredential } from "./commands/create-credential.ts";
import { invitePerson } from "./commands/invite-person.ts";
import type { Engine } from "./engine.ts";
import type { EngineScope } from "./execute/engine-scope.ts";
import type { SignatureReader } from "./ports/signature-reader.ts";

type Credentials =
  | "authenticate"
  | "validTokens"
  | "createToken"
  | "tokens"
  | "revokeToken"
  | "invitePerson"
  | keyof People
  | keyof PasskeySessions
  | keyof SignIn;

type CredentialDeps = {
  pool: Pool;
  /** The organisations in which people sign in with passkeys. */
  orgs: readonly string[];
  signatures: SignatureReader | undefined;
};

/** Creates the functions of the engine that are about credentials, people and their sessions. */
export function createCredentialCalls(
  { pool, orgs, signatures }: CredentialDeps,
  scopeFor: (by: Principal) => EngineScope,
): Pick<Engine, Credentials> {
  return {
    authenticate: (token) => authenticate(pool, token),
    validTokens: (org, ids) => listValidTokens(pool, org, ids),
    createToken: (by, token) =>
      answerChallenge(scopeFor(by), (scope) => createCredential(scope, by, token)),
    async tokens(by) {
      requirePermission(by, "manage_tokens");
      return listTokens(pool, by.org);
    },
    async revokeToken(by, id) {
      requirePermission(by, "manage_tokens");
      return revokeToken(pool, by.org, id, principalActor(by));
    },
    invitePerson: (by, invitation) =>
      answerChallenge(scopeFor(by), (scope) => invitePerson(scope, by, invitation)),
    ...createPeople(pool),
    ...createSignIn({ pool, codes: createSignInCodes() }),
    ...createPasskeySessions({ pool, orgs, signatures, challenges: createPasskeyChallenges() }),
  };
}
