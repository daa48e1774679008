import { createHash, randomBytes } from "node:crypto";
import { CountersignError } from "@countersign/core";
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { readClock } from "../platform/read-clock.ts";
import type { Session } from "../platform/transact.ts";
import { type ActingParty, recordChange } from "../store/organisation/organisation-log.ts";
import { signIns } from "../store/schema/sign-in-schema.ts";
import { revokeSessionsOf } from "./credentials.ts";

/** How long an invitation can be accepted. */
const INVITATION_MS = 24 * 3_600_000;

/** The invitation contains the organisation, which selects the rows that are visible for the lookup. */
const INVITATION = /^csi_([a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?)_[\w-]{43}$/;

/** An account at an identity provider. An e-mail address is no part of it, because it can change hands. */
export type Identity = { issuer: string; subject: string };

/** One way in which a person signs in, or an invitation that was not accepted yet. */
export type PersonSignIn = {
  id: string;
  actor: string;
  /** Null while the invitation is open. */
  identity: Identity | null;
  canAdminister: boolean;
  invitedMs: number;
  invitedUntilMs: number;
  addedMs: number | null;
};

export type NewInvitation = { actor: string; canAdminister: boolean };
export type CreatedInvitation = { invitation: string; actor: string; expiresMs: number };

/** Creates an invitation of 256 random bits. Only its hash is stored. */
export async function insertInvitation(
  session: Session,
  { actor, canAdminister }: NewInvitation,
  by: ActingParty,
): Promise<CreatedInvitation> {
  const { db, org } = session;
  const invitation = `csi_${org}_${randomBytes(32).toString("base64url")}`;
  const id = `sgn_${randomBytes(9).toString("base64url")}`;
  const expiresMs = (await readClock(session)) + INVITATION_MS;
  await db.insert(signIns).values({
    ...{ orgId: org, id, actor, canAdminister },
    invitationHash: hashInvitation(invitation),
    invitedUntil: new Date(expiresMs),
  });
  await recordChange(session, by, { type: "person_invited", id, actor, canAdminister, expiresMs });
  return { invitation, actor, expiresMs };
}

/** Returns the organisation that an invitation is for. Null if the text is no invitation. */
export function invitationOrg(invitation: string): string | null {
  return INVITATION.exec(invitation)?.[1] ?? null;
}

/**
 * Binds an account to the invited person. Uses the invitation up: the update finds it once, also if two requests
 * present it at the same time.
 */
export async function acceptInvitation(
  session: Session,
  invitation: string,
  identity: Identity,
): Promise<void> {
  const { db, org } = session;
  const lock = `${org} sign-in ${JSON.stringify(identity)}`; // two invitations, one account
  await db.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`);
  const known = await findSignIn(session, identity);
  if (known !== null)
    throw new CountersignError("forbidden", `This account already signs in as ${known.actor}.`, {
      hint: "Sign in without the invitation, or ask an administrator to remove the account first.",
    });
  const [accepted] = await db
    .update(signIns)
    .set({ ...identity, added: sql`now()` })
    .where(
      and(
        eq(signIns.orgId, org),
        eq(signIns.invitationHash, hashInvitation(invitation)),
        ...[isNull(signIns.added), isNull(signIns.removed), sql`invited_until > now()`],
      ),
    )
    .returning();
  if (accepted === undefined) throw refusedInvitation();
  const { id, actor } = accepted;
  await recordChange(session, { id: actor }, { type: "sign_in_added", id, actor, ...identity });
}

/** Returns the live sign-in of an account and locks it: a concurrent removal then also finds the new session. */
export async function findSignIn(
  { db, org }: Session,
  { issuer, subject }: Identity,
): Promise<{ id: string; actor: string; canAdminister: boolean } | null> {
  const [row] = await db
    .select({ id: signIns.id, actor: signIns.actor, canAdminister: signIns.canAdminister })
    .from(signIns)
    .where(
      and(
        ...[eq(signIns.orgId, org), eq(signIns.issuer, issuer), eq(signIns.subject, subject)],
        isNull(signIns.removed),
      ),
    )
    .for("share");
  return row ?? null;
}

/** Lists the sign-ins and open invitations of all people. */
export async function listPeople({ db, org }: Session): Promise<PersonSignIn[]> {
  const rows = await db
    .select()
    .from(signIns)
    .where(and(eq(signIns.orgId, org), isNull(signIns.removed), isBoundOrOpen()))
    .orderBy(asc(signIns.actor), asc(signIns.invited), asc(signIns.id));
  return rows.map(({ id, actor, issuer, subject, canAdminister, ...times }) => ({
    ...{ id, actor, canAdminister },
    identity: issuer === null || subject === null ? null : { issuer, subject },
    invitedMs: times.invited.getTime(),
    invitedUntilMs: times.invitedUntil.getTime(),
    addedMs: times.added?.getTime() ?? null,
  }));
}

/** Removes every sign-in and open invitation of a person, and ends the sessions that were begun with them. */
export async function removeSignIns(
  session: Session,
  actor: string,
  by: ActingParty,
): Promise<void> {
  const { db, org } = session;
  const removed = await db
    .update(signIns)
    .set({ removed: sql`now()` })
    .where(and(eq(signIns.orgId, org), eq(signIns.actor, actor), isNull(signIns.removed)))
    .returning({ id: signIns.id });
  if (removed.length === 0)
    throw new CountersignError("not_found", `${actor} has neither a sign-in nor an invitation`, {
      hint: "List the people: countersign person list",
    });
  const ids = removed.map(({ id }) => id);
  await revokeSessionsOf(session, ids, by);
  for (const id of ids) await recordChange(session, by, { type: "sign_in_removed", id, actor });
}

/** Lists the names of people who sign in with an account or are invited. Other actors may not use them. */
export async function listInvitedNames({ db, org }: Session): Promise<string[]> {
  const rows = await db
    .selectDistinct({ actor: signIns.actor })
    .from(signIns)
    .where(and(eq(signIns.orgId, org), isNull(signIns.removed), isBoundOrOpen()));
  return rows.map(({ actor }) => actor);
}

function isBoundOrOpen() {
  return sql`(added IS NOT NULL OR invited_until > now())`;
}

/** Says the same for an unknown, an expired, a removed and an accepted invitation. */
export function refusedInvitation(): CountersignError {
  return new CountersignError(
    "forbidden",
    "The invitation is unknown, expired or already accepted.",
    { hint: "Ask an administrator for a new one: countersign person invite <name>" },
  );
}

function hashInvitation(invitation: string): string {
  return createHash("sha256").update(invitation).digest("hex");
}
