import { CountersignError } from "@countersign/core";
import { and, desc, eq, gt, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Pool } from "pg";
import { readClock } from "../platform/read-clock.ts";
import { type Session, transact } from "../platform/transact.ts";
import { credentials, type SignInMethod } from "../store/schema/schema.ts";
import { insertToken, revokeToken } from "./credentials.ts";
import { requirePermission } from "./permissions.ts";
import { type Principal, principalActor } from "./principal.ts";
import { SIGN_IN_CODE_MS, type SignInCodes } from "./sign-in-codes.ts";

/** How long a session lasts, unless the credential that began it expires sooner. */
export const SESSION_MS = 12 * 3_600_000;

/** A session of a person in a browser. It is a credential with an expiry. */
export type SignInSession = {
  id: string;
  via: SignInMethod;
  createdMs: number;
  expiresMs: number;
  /** Whether the caller used this session to ask. */
  isCurrent: boolean;
};

export type NewSession = {
  token: string;
  actor: string;
  role: Principal["role"];
  expiresMs: number;
};

/** People's sessions in browsers. Part of the engine's interface. */
export interface SignIn {
  /** Creates a one-time code with which the caller signs in to a browser. */
  createSignInCode(by: Principal): Promise<{ code: string; validMs: number }>;
  /** Exchanges a one-time code for a session. A second use ends that session. */
  beginSession(code: string): Promise<NewSession>;
  /** Lists the caller's own live sessions, newest first. */
  sessions(by: Principal): Promise<SignInSession[]>;
  /** Ends one of the caller's own sessions. */
  endSession(by: Principal, id: string): Promise<void>;
  /** Ends the session with which the caller asks. */
  signOut(by: Principal): Promise<void>;
}

export function createSignIn({ pool, codes }: { pool: Pool; codes: SignInCodes }): SignIn {
  return {
    async createSignInCode(by) {
      requirePermission(by, "begin_session");
      await transact(pool, by.org, (session) => requireLongLived(session, by));
      return { code: codes.issue(by), validMs: SIGN_IN_CODE_MS };
    },
    async beginSession(code) {
      const found = codes.take(code);
      if (found.is === "valid") return await begin(pool, found.by, found.settle);
      if (found.is === "used" && found.session !== null)
        await revokeToken(pool, found.by.org, found.session, principalActor(found.by));
      throw refusedCode();
    },
    async sessions(by) {
      requirePermission(by, "end_session");
      return await transact(pool, by.org, (session) => listSessions(session, by));
    },
    async endSession(by, id) {
      requirePermission(by, "end_session");
      const own = await transact(pool, by.org, (session) => listSessions(session, by));
      if (!own.some((one) => one.id === id))
        throw new CountersignError("not_found", `You have no session ${id}`);
      await revokeToken(pool, by.org, id, principalActor(by));
    },
    async signOut(by) {
      requirePermission(by, "end_session");
      const own = await transact(pool, by.org, (session) => listSessions(session, by));
      if (!own.some(({ isCurrent }) => isCurrent))
        throw new CountersignError("forbidden", "This credential is not a session", {
          hint: "An administrator can revoke it: countersign token revoke <id>",
        });
      await revokeToken(pool, by.org, by.token, principalActor(by));
    },
  };
}

/** The session has the actor, role and organisation of the credential that created the code. */
async function begin(
  pool: Pool,
  by: Principal,
  settle: (session: string) => void,
): Promise<NewSession> {
  const actor = by.actor.id;
  const { role } = by;
  const { id, ...begun } = await transact(pool, by.org, async (session) => {
    const parent = await requireLongLived(session, by);
    const endMs = (await readClock(session)) + SESSION_MS;
    const expiresMs = Math.min(endMs, parent.expires?.getTime() ?? endMs);
    const origin = { via: "code", parent: by.token } as const;
    const made = { actor, role, expiresMs };
    const stored = await insertToken(session, made, { by: principalActor(by), origin });
    return { id: stored.id, token: stored.token, ...made };
  });
  settle(id);
  return begun;
}

/**
 * Requires that the credential is still valid and is not a session itself, so that no session can prolong
 * itself. Locks it until the transaction ends: a concurrent revocation then also finds the new session.
 */
async function requireLongLived({ db, org }: Session, by: Principal) {
  const [row] = await db
    .select({ via: credentials.via, expires: credentials.expires })
    .from(credentials)
    .where(and(eq(credentials.orgId, org), eq(credentials.id, by.token), isLive()))
    .for("share");
  if (row === undefined)
    throw new CountersignError("forbidden", "The credential was revoked or has expired");
  if (row.via === null) return row;
  throw new CountersignError("forbidden", "A session cannot begin another session", {
    hint: "Sign in again: countersign open",
  });
}

async function listSessions({ db, org }: Session, by: Principal): Promise<SignInSession[]> {
  const rows = await db
    .select()
    .from(credentials)
    .where(
      and(
        eq(credentials.orgId, org),
        eq(credentials.actor, by.actor.id),
        isNotNull(credentials.via),
        isLive(),
      ),
    )
    .orderBy(desc(credentials.created), desc(credentials.id));
  return rows.flatMap(({ id, via, created, expires }) =>
    via === null || expires === null
      ? []
      : [
          {
            ...{ id, via, isCurrent: id === by.token },
            ...{ createdMs: created.getTime(), expiresMs: expires.getTime() },
          },
        ],
  );
}

function isLive() {
  return and(
    isNull(credentials.revoked),
    or(isNull(credentials.expires), gt(credentials.expires, sql`now()`)),
  );
}

/** Says the same for an unknown, an expired and a used code. */
function refusedCode(): CountersignError {
  return new CountersignError("unauthenticated", "The code is unknown, expired or already used.", {
    hint: "Create a new one: countersign open",
  });
}
