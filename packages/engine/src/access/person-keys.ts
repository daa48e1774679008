import { CountersignError } from "@countersign/core";
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Session } from "../platform/transact.ts";
import type { PublicKey } from "../ports/signature-reader.ts";
import { type ActingParty, recordChange } from "../store/organisation/organisation-log.ts";
import { personKeys } from "../store/schema/key-schema.ts";

/** Where a passkey is used. Every other key has no origins and no credential. */
export type PasskeyUse = {
  /** The origins of the pages that may sign with it. */
  origins: readonly string[];
  /** The name by which a browser finds it. */
  credential: string | null;
};

/** A key with which a person signs. */
export type PersonKey = PublicKey &
  PasskeyUse & {
    actor: string;
    addedMs: number;
    /** Null while the key is in use. */
    retiredMs: number | null;
  };

/** Lists all keys, retired ones included, by person and time. */
export async function listPersonKeys({ db, org }: Session): Promise<PersonKey[]> {
  const rows = await db
    .select()
    .from(personKeys)
    .where(eq(personKeys.orgId, org))
    .orderBy(asc(personKeys.actor), asc(personKeys.added), asc(personKeys.fingerprint));
  return rows.map(toPersonKey);
}

/** Registers a key of a person. A key that was registered before is refused, also for its own person. */
export async function insertKey(
  session: Session,
  { actor, key, fingerprint, origins, credential }: PublicKey & PasskeyUse & { actor: string },
  by: ActingParty,
): Promise<PersonKey> {
  const [added] = await session.db
    .insert(personKeys)
    .values({ orgId: session.org, actor, key, fingerprint, origins: [...origins], credential })
    .onConflictDoNothing()
    .returning();
  if (added === undefined)
    throw new CountersignError("wrong_state", `The key ${fingerprint} was added before`, {
      hint: "A key belongs to one person and is not used again after it was retired. Create another one.",
    });
  const passkey = origins.length === 0 ? {} : { origins };
  await recordChange(session, by, { type: "key_added", actor, key, fingerprint, ...passkey });
  return toPersonKey(added);
}

/** Retires a key. Decisions that it signed before stay valid. */
export async function markRetired(
  session: Session,
  { actor, fingerprint }: Pick<PersonKey, "actor" | "fingerprint">,
  by: ActingParty,
): Promise<PersonKey> {
  const { db, org } = session;
  const [retired] = await db
    .update(personKeys)
    .set({ retired: sql`now()` })
    .where(
      and(
        ...[eq(personKeys.orgId, org), eq(personKeys.fingerprint, fingerprint)],
        ...[eq(personKeys.actor, actor), isNull(personKeys.retired)],
      ),
    )
    .returning();
  if (retired === undefined) throw unknownKey(actor, fingerprint);
  await recordChange(session, by, { type: "key_retired", actor, fingerprint });
  return toPersonKey(retired);
}

/** Requires a key of the person that is in use, and keeps it from being retired until the transaction ends. */
export async function requireActiveKey(
  { db, org }: Session,
  actor: string,
  fingerprint: string,
): Promise<Pick<PersonKey, "origins">> {
  const [row] = await db
    .select({ origins: personKeys.origins })
    .from(personKeys)
    .where(
      and(
        ...[eq(personKeys.orgId, org), eq(personKeys.fingerprint, fingerprint)],
        ...[eq(personKeys.actor, actor), isNull(personKeys.retired)],
      ),
    )
    .for("share");
  if (row !== undefined) return row;
  throw new CountersignError("human_only", unknownKey(actor, fingerprint).message, {
    hint: "Add the key first: countersign key add <file>",
  });
}

/** Serialises changes of one person's keys until the transaction ends. */
export async function lockPersonKeys({ db, org }: Session, actor: string): Promise<void> {
  const lock = `${org} keys of ${actor}`;
  await db.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`);
}

function unknownKey(actor: string, fingerprint: string): CountersignError {
  return new CountersignError("not_found", `${actor} has no key ${fingerprint} in use`, {
    hint: "List the keys: countersign key list",
  });
}

function toPersonKey(row: typeof personKeys.$inferSelect): PersonKey {
  const { actor, key, fingerprint, origins, credential, added, retired } = row;
  const times = { addedMs: added.getTime(), retiredMs: retired?.getTime() ?? null };
  return { actor, key, fingerprint, origins, credential, ...times };
}
