import { CountersignError } from "@countersign/core";
import type { Pool } from "pg";
import { readClock } from "../platform/read-clock.ts";
import { type Session, transact } from "../platform/transact.ts";
import type { SignInMethod } from "../store/schema/schema.ts";
import { insertToken, requireLiveSession } from "./credentials.ts";
import {
  acceptInvitation,
  findSignIn,
  type Identity,
  invitationOrg,
  listPeople,
  type PersonSignIn,
  refusedInvitation,
  removeSignIns,
} from "./people.ts";
import { requirePermission } from "./permissions.ts";
import { type Principal, principalActor } from "./principal.ts";
import { type NewSession, SESSION_MS } from "./sign-in-sessions.ts";

/** How long an administrator can use a credential from a fresh sign-in. */
const ADMIN_SESSION_MS = 15 * 60_000;

/** An account that an identity provider has just authenticated, in the words of our own checks. */
export type ProvenIdentity = Identity & { via: Exclude<SignInMethod, "code" | "passkey"> };

/** People who sign in with an account at an identity provider. Part of the engine's interface. */
export interface People {
  /** Begins a session of the person to whom the account belongs. Refuses accounts of unknown people. */
  signInPerson(org: string, identity: ProvenIdentity): Promise<NewSession>;
  /** Binds the account to the invited person, and begins a session. An invitation is accepted once. */
  acceptInvitation(org: string, invitation: string, identity: ProvenIdentity): Promise<NewSession>;
  /**
   * Creates a credential of the role `admin` for 15 minutes, after the person of a live session has signed in
   * again. It ends with that session.
   */
  signInAdministrator(session: Principal, identity: ProvenIdentity): Promise<NewSession>;
  /** Lists how people sign in, and open invitations. */
  people(by: Principal): Promise<PersonSignIn[]>;
  /** Removes a person's sign-ins and invitations, and ends their sessions. */
  removePerson(by: Principal, actor: string): Promise<void>;
}

export function createPeople(pool: Pool): People {
  return {
    signInPerson: (org, identity) => transact(pool, org, (session) => begin(session, identity)),
    async acceptInvitation(org, invitation, identity) {
      const { issuer, subject } = identity;
      if (invitationOrg(invitation) !== org) throw refusedInvitation();
      return await transact(pool, org, async (session) => {
        await acceptInvitation(session, invitation, { issuer, subject });
        return await begin(session, identity);
      });
    },
    signInAdministrator: (by, identity) =>
      transact(pool, by.org, (session) => beginAdministration(session, by, identity)),
    async people(by) {
      requirePermission(by, "manage_tokens");
      return await transact(pool, by.org, listPeople);
    },
    async removePerson(by, actor) {
      requirePermission(by, "manage_tokens");
      await transact(pool, by.org, (session) => removeSignIns(session, actor, principalActor(by)));
    },
  };
}

async function begin(session: Session, { via, ...identity }: ProvenIdentity): Promise<NewSession> {
  const found = await findSignIn(session, identity);
  if (found === null)
    throw new CountersignError("forbidden", "No person here signs in with this account.", {
      hint: "An administrator can invite you: countersign person invite <name>",
    });
  const { id: parent, actor } = found;
  const expiresMs = (await readClock(session)) + SESSION_MS;
  const made = { actor, role: "human", expiresMs } as const;
  const origin = { via, parent };
  const { token } = await insertToken(session, made, { by: { id: actor }, origin });
  return { token, ...made };
}

async function beginAdministration(
  session: Session,
  by: Principal,
  { via, ...identity }: ProvenIdentity,
): Promise<NewSession> {
  const actor = by.actor.id;
  const found = await findSignIn(session, identity);
  if (found?.actor !== actor)
    throw new CountersignError("forbidden", `This account does not sign in as ${actor}.`);
  if (!found.canAdminister)
    throw new CountersignError("forbidden", `${actor} was not invited as an administrator.`, {
      hint: "An administrator can do that: countersign person invite <name> --admin",
    });
  const { endMs } = await requireLiveSession(session, by.token);
  const expiresMs = Math.min((await readClock(session)) + ADMIN_SESSION_MS, endMs);
  const made = { actor, role: "admin", expiresMs } as const;
  const origin = { via, parent: by.token };
  const { token } = await insertToken(session, made, { by: principalActor(by), origin });
  return { token, ...made };
}
