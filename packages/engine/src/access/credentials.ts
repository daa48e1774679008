import { createHash, randomBytes } from "node:crypto";
import { ActorId, CountersignError, ROLES, type Role, TaskId } from "@countersign/core";
import { and, asc, eq, gt, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Pool } from "pg";
import { readOnce } from "../platform/read-once.ts";
import { type Session, transact } from "../platform/transact.ts";
import {
  type ActingParty,
  BY_ENGINE,
  recordChange,
} from "../store/organisation/organisation-log.ts";
import { credentials, type SignInMethod } from "../store/schema/schema.ts";
import { actorForRole, type Principal } from "./principal.ts";
import { isReservedName } from "./reserved-names.ts";

export type TokenSummary = {
  id: string;
  actor: string;
  role: Role;
  task: string | null;
  sponsor: string | null;
  createdMs: number;
  expiresMs: number | null;
  revokedMs: number | null;
  /** How the person signed in. Null for a credential that is not a session. */
  via: SignInMethod | null;
};

/** A credential that exists or existed. */
export type KnownCredential = { actor: string; role: Role; isLive: boolean };

export type NewToken = {
  actor: string;
  role: Role;
  /** The person responsible for an agent. Required for agents' tokens; others have none. */
  sponsor?: string | undefined;
  /** Limits the token to this task. */
  task?: string | undefined;
  expiresMs?: number | undefined;
  department?: string | undefined;
  modelFamily?: string | undefined;
};

/** The token contains the organisation, which selects the rows that are visible for the lookup. */
const TOKEN = /^cs_([a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?)_([\w-]{43})$/;

export type CreateTokenOptions = {
  /** Who creates it. Default: the engine itself. */
  by?: ActingParty;
  /** Refuses the credential by throwing, in the same transaction. */
  allow?: (session: Session) => Promise<void>;
};

/** Where a session comes from: how the person signed in, and the credential or sign-in that was used for it. */
export type SessionOrigin = { via: SignInMethod; parent: string | null };

/**
 * Creates a token, stores its hash and records it in the organisation's log. The token itself is returned
 * only once.
 */
export async function createToken(
  pool: Pool,
  org: string,
  wanted: NewToken,
  { by = BY_ENGINE, allow }: CreateTokenOptions = {},
): Promise<TokenSummary & { token: string }> {
  requireSensible(wanted);
  return await transact(pool, org, async (session) => {
    await allow?.(session);
    return await insertToken(session, wanted, { by, origin: null });
  });
}

/** Creates a token in a transaction of the caller. */
export async function insertToken(
  session: Session,
  wanted: NewToken,
  { by, origin }: { by: ActingParty; origin: SessionOrigin | null },
): Promise<TokenSummary & { token: string }> {
  const token = `cs_${session.org}_${randomBytes(32).toString("base64url")}`;
  const id = `tok_${randomBytes(9).toString("base64url")}`;
  const [row] = await session.db
    .insert(credentials)
    .values({
      orgId: session.org,
      id,
      tokenHash: hashToken(token),
      actor: wanted.actor,
      role: wanted.role,
      taskId: wanted.task ?? null,
      sponsor: wanted.sponsor ?? null,
      department: wanted.department ?? null,
      modelFamily: wanted.modelFamily ?? null,
      expires: wanted.expiresMs === undefined ? null : new Date(wanted.expiresMs),
      via: origin?.via ?? null,
      parent: origin?.parent ?? null,
    })
    .returning();
  const { actor, role, sponsor, task, expiresMs } = wanted;
  const event = { id, actor, role, sponsor, task, expiresMs, via: origin?.via };
  await recordChange(session, by, { type: "credential_created", ...event });
  if (row === undefined) throw new Error("The new credential was not returned");
  return { ...tokenSummary(row), token };
}

/** Refuses reserved names, and values that are no name, role or task. */
export function requireSensible({ actor, role, task, department }: NewToken): void {
  const isNamed = ActorId.safeParse(actor).success && !isReservedName(actor);
  if (!isNamed) throw new CountersignError("invalid_input", `${actor} is not a valid name`);
  if (!ROLES.includes(role)) throw new CountersignError("invalid_input", "There is no such role");
  if (task !== undefined && !TaskId.safeParse(task).success)
    throw new CountersignError("invalid_input", `${task} is not the id of a task`);
  if (department !== undefined && !ActorId.safeParse(department).success)
    throw new CountersignError("invalid_input", `${department} is not the name of a department`);
}

/** Returns the owner of a token. Null if it is unknown, expired or revoked. */
export async function authenticate(pool: Pool, token: string): Promise<Principal | null> {
  const org = TOKEN.exec(token)?.[1];
  if (org === undefined) return null;
  const [row] = await readOnce(pool, org, ({ db }) =>
    db
      .select()
      .from(credentials)
      .where(
        and(
          eq(credentials.orgId, org),
          eq(credentials.tokenHash, hashToken(token)),
          isNull(credentials.revoked),
          or(isNull(credentials.expires), gt(credentials.expires, sql`now()`)),
        ),
      ),
  );
  if (row === undefined) return null;
  return {
    org,
    actor: actorForRole(row.actor, row.role),
    role: row.role,
    task: row.taskId,
    sponsor: row.sponsor,
    modelFamily: row.modelFamily,
    token: row.id,
  };
}

/** Returns which of these credentials are neither revoked nor expired. */
export async function listValidTokens(
  pool: Pool,
  org: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await readOnce(pool, org, ({ client }) =>
    client.query<{ id: string }>({
      text: `SELECT id FROM countersign.credentials
              WHERE org_id = $1 AND id = ANY ($2) AND revoked IS NULL
                AND (expires IS NULL OR expires > now())`,
      values: [org, ids],
    }),
  );
  return new Set(rows.map(({ id }) => id));
}

export async function listTokens(pool: Pool, org: string): Promise<TokenSummary[]> {
  const rows = await transact(pool, org, ({ db }) =>
    db
      .select()
      .from(credentials)
      .where(eq(credentials.orgId, org))
      .orderBy(asc(credentials.created), asc(credentials.id)),
  );
  return rows.map(tokenSummary);
}

/** Lists the names of all credentials that exist or existed. */
export async function listCredentials({ db, org }: Session): Promise<KnownCredential[]> {
  const isLive = sql<boolean>`revoked IS NULL AND (expires IS NULL OR expires > now())`;
  return await db
    .selectDistinct({ actor: credentials.actor, role: credentials.role, isLive })
    .from(credentials)
    .where(eq(credentials.orgId, org));
}

/** Revokes a token and the sessions that were begun with it. Idempotent. */
export async function revokeToken(
  pool: Pool,
  org: string,
  id: string,
  by: ActingParty,
): Promise<void> {
  const known = await transact(pool, org, async (session) => {
    const { db } = session;
    const revoked = await revokeWhere(session, eq(credentials.id, id));
    await revokeSessionsOf(session, [id], by, revoked);
    return db
      .select({ id: credentials.id })
      .from(credentials)
      .where(and(eq(credentials.orgId, org), eq(credentials.id, id)));
  });
  if (known.length === 0) throw new CountersignError("not_found", `There is no token ${id}`);
}

type RevokedCredential = { id: string; actor: string; role: Role };

async function revokeWhere({ db, org }: Session, which: SQL): Promise<RevokedCredential[]> {
  return await db
    .update(credentials)
    .set({ revoked: sql`now()` })
    .where(and(eq(credentials.orgId, org), which, isNull(credentials.revoked)))
    .returning({ id: credentials.id, actor: credentials.actor, role: credentials.role });
}

/**
 * Revokes the sessions that were begun with credentials or sign-ins, and what was begun with these sessions. Records
 * them together with those that are already revoked. Each generation is a statement of its own, so that it sees a
 * session that was begun while the previous one waited.
 */
export async function revokeSessionsOf(
  session: Session,
  parents: readonly string[],
  by: ActingParty,
  already: readonly RevokedCredential[] = [],
): Promise<void> {
  const revoked = [...already];
  for (let above = [...parents]; above.length > 0; ) {
    const children = await revokeWhere(session, inArray(credentials.parent, above));
    revoked.push(...children);
    above = children.map(({ id }) => id);
  }
  for (const credential of revoked)
    await recordChange(session, by, { type: "credential_revoked", ...credential });
}

/** Requires that a session has not ended, and locks it: a concurrent end then also finds what is begun with it. */
export async function requireLiveSession(
  { db, org }: Session,
  id: string,
): Promise<{ endMs: number }> {
  const [row] = await db
    .select({ expires: credentials.expires })
    .from(credentials)
    .where(
      and(
        ...[eq(credentials.orgId, org), eq(credentials.id, id), isNull(credentials.revoked)],
        ...[isNotNull(credentials.via), gt(credentials.expires, sql`now()`)],
      ),
    )
    .for("share");
  if (row === undefined || row.expires === null)
    throw new CountersignError("forbidden", "The session has ended", { hint: "Sign in again." });
  return { endMs: row.expires.getTime() };
}

/** A token is 256 random bits, so a fast hash is enough and the lookup leaks nothing. */
function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

function tokenSummary(row: typeof credentials.$inferSelect): TokenSummary {
  return {
    id: row.id,
    actor: row.actor,
    role: row.role,
    task: row.taskId,
    sponsor: row.sponsor,
    createdMs: row.created.getTime(),
    expiresMs: row.expires?.getTime() ?? null,
    revokedMs: row.revoked?.getTime() ?? null,
    via: row.via,
  };
}
