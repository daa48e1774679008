import {
  CountersignError,
  type PasskeyAssertion,
  passkeySshsig,
  SIGN_IN_NAMESPACE,
} from "@countersign/core";
import { and, desc, eq, gt, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Pool } from "pg";
import { readClock } from "../platform/read-clock.ts";
import { type Session, transact } from "../platform/transact.ts";
import type { SignatureReader } from "../ports/signature-reader.ts";
import type { ActingParty } from "../store/organisation/organisation-log.ts";
import { personKeys } from "../store/schema/key-schema.ts";
import { credentials } from "../store/schema/schema.ts";
import { signIns } from "../store/schema/sign-in-schema.ts";
import { insertToken, revokeSessionsOf } from "./credentials.ts";
import type { PasskeyChallenges } from "./passkey-challenges.ts";
import { type NewSession, SESSION_MS } from "./sign-in-sessions.ts";

/** What a browser returns when a person signs in with a passkey. */
export type PasskeySignIn = PasskeyAssertion & {
  challenge: string;
  /** The name of the passkey, which selects the person. */
  credential: string;
};

/** Sign-in with a passkey. Part of the engine's interface. */
export interface PasskeySessions {
  /** Creates a challenge, which a passkey signs within five minutes. */
  createPasskeyChallenge(): string;
  /** Begins a session of the person who has the passkey. `page`: the origin of our page that asks. */
  beginPasskeySession(page: string | null, signIn: PasskeySignIn): Promise<NewSession>;
}

type PasskeySessionDeps = {
  pool: Pool;
  orgs: readonly string[];
  signatures: SignatureReader | undefined;
  challenges: PasskeyChallenges;
};

export function createPasskeySessions(deps: PasskeySessionDeps): PasskeySessions {
  const { pool, orgs, challenges } = deps;
  return {
    createPasskeyChallenge: challenges.issue,
    async beginPasskeySession(page, signIn) {
      for (const org of orgs) {
        const begun = await transact(pool, org, (session) => tryBegin(deps, session, page, signIn));
        if (begun !== null) return begun;
      }
      throw new CountersignError("unauthenticated", "The passkey is unknown or was refused.", {
        hint: "Sign in in another way: countersign open",
      });
    },
  };
}

async function tryBegin(
  { signatures, challenges }: PasskeySessionDeps,
  session: Session,
  page: string | null,
  signIn: PasskeySignIn,
): Promise<NewSession | null> {
  const key = await findPasskey(session, signIn.credential);
  if (key === null || signatures === undefined) return null;
  const isProven = isSignedBy(signatures, key, page, signIn) && challenges.take(signIn.challenge);
  return isProven ? await begin(session, key.actor) : null;
}

type Passkey = Pick<typeof personKeys.$inferSelect, "actor" | "key" | "fingerprint" | "origins">;

/** Returns the key in use and locks it: a concurrent retirement then also ends the new session. */
async function findPasskey({ db, org }: Session, credential: string): Promise<Passkey | null> {
  const [row] = await db
    .select()
    .from(personKeys)
    .where(
      and(
        ...[eq(personKeys.orgId, org), eq(personKeys.credential, credential)],
        isNull(personKeys.retired),
      ),
    )
    .orderBy(personKeys.added)
    .limit(1)
    .for("share");
  return row ?? null;
}

/** A device that was only touched is not enough: a person who finds it could sign in. */
function isSignedBy(
  signatures: SignatureReader,
  { key, fingerprint, origins }: Passkey,
  page: string | null,
  { challenge, ...assertion }: PasskeySignIn,
): boolean {
  const bytes = Buffer.from(key.split(" ")[1] ?? "", "base64");
  const sshsig = passkeySshsig(bytes, { namespace: SIGN_IN_NAMESPACE }, assertion);
  const reading = signatures.readSignature(
    Buffer.from(challenge),
    Buffer.from(sshsig).toString("base64"),
  );
  return (
    reading.ok &&
    reading.namespace === SIGN_IN_NAMESPACE &&
    reading.fingerprint === fingerprint &&
    reading.level === "unlocked" &&
    reading.origin === page &&
    page !== null &&
    origins.includes(page)
  );
}

/** A passkey identifies a person. What they may do comes from their sign-in or their credential, and ends with it. */
async function begin(session: Session, actor: string): Promise<NewSession | null> {
  const parent = (await findLiveSignIn(session, actor)) ?? (await findCredential(session, actor));
  if (parent === null) return null;
  const endMs = (await readClock(session)) + SESSION_MS;
  const expiresMs = Math.min(endMs, parent.expires?.getTime() ?? endMs);
  const made = { actor, role: "human", expiresMs } as const;
  const origin = { via: "passkey", parent: parent.id } as const;
  const { token } = await insertToken(session, made, { by: { id: actor }, origin });
  return { token, ...made };
}

type Parent = { id: string; expires: Date | null };

async function findLiveSignIn({ db, org }: Session, actor: string): Promise<Parent | null> {
  const [row] = await db
    .select({ id: signIns.id })
    .from(signIns)
    .where(
      and(
        ...[eq(signIns.orgId, org), eq(signIns.actor, actor), isNull(signIns.removed)],
        sql`added IS NOT NULL`,
      ),
    )
    .limit(1)
    .for("share");
  return row === undefined ? null : { ...row, expires: null };
}

/** Returns the person's own credential with the latest end. A session is none, so that no session prolongs itself. */
async function findCredential({ db, org }: Session, actor: string): Promise<Parent | null> {
  const [row] = await db
    .select({ id: credentials.id, expires: credentials.expires })
    .from(credentials)
    .where(
      and(
        ...[eq(credentials.orgId, org), eq(credentials.actor, actor)],
        ...[eq(credentials.role, "human"), isNull(credentials.via), isNull(credentials.taskId)],
        isLive(),
      ),
    )
    .orderBy(sql`${credentials.expires} DESC NULLS FIRST`, desc(credentials.created))
    .limit(1)
    .for("share");
  return row ?? null;
}

function isLive(): SQL | undefined {
  return and(
    isNull(credentials.revoked),
    or(isNull(credentials.expires), gt(credentials.expires, sql`now()`)),
  );
}

/** Ends the sessions that a person began with a passkey, and what was begun with these. */
export async function endPasskeySessions(
  session: Session,
  actor: string,
  by: ActingParty,
): Promise<void> {
  const { db, org } = session;
  const ended = await db
    .update(credentials)
    .set({ revoked: sql`now()` })
    .where(
      and(
        ...[eq(credentials.orgId, org), eq(credentials.actor, actor)],
        ...[eq(credentials.via, "passkey"), isLive()],
      ),
    )
    .returning({ id: credentials.id, actor: credentials.actor, role: credentials.role });
  const ids = ended.map(({ id }) => id);
  await revokeSessionsOf(session, ids, by, ended);
}
