import type { Actor } from "@countersign/core";
import { sql } from "drizzle-orm";
import type { Session } from "../../platform/transact.ts";
import { NO_MONTH } from "../schema/columns.ts";
import { hashEntry, NO_HASH } from "./hash-chain.ts";
import type { OrganisationEvent } from "./organisation-events.ts";

/**
 * The name of an organisation's own log among its task logs. No task can have this name, because task ids
 * start with a letter or digit.
 */
export const ORGANISATION_LOG = "@organisation";

/** Who makes a change, and with which credential. The engine itself has none. */
export type ActingParty = Pick<Actor, "id" | "credential">;

/** The engine itself, for changes without a credential. */
export const BY_ENGINE: ActingParty = { id: "countersign" };

/**
 * Appends to the organisation's log in the transaction of the recorded change.
 *
 * The log is a hash chain in the same append-only table as the task logs, so that seals, exports, backups and
 * verification cover it. Its lock is held until the transaction ends: call this after taking the
 * transaction's last row lock, or two changes can deadlock.
 */
export async function recordChange(
  session: Session,
  by: ActingParty,
  event: OrganisationEvent,
): Promise<void> {
  await session.db.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${`log of ${session.org}`}, 0))`,
  );
  const head = (await readHead(session)) ?? (await beginLog(session));
  await append(session, head, by, event);
}

/** Reads the last entry of one type. Null if there is none. */
export async function readLastChange<Type extends OrganisationEvent["type"]>(
  { client, org }: Session,
  type: Type,
): Promise<Extract<OrganisationEvent, { type: Type }> | null> {
  const { rows } = await client.query<{ body: Extract<OrganisationEvent, { type: Type }> }>(
    `SELECT body FROM countersign.events
      WHERE org_id = $1 AND task_id = $2 AND opened = '${NO_MONTH}' AND body ->> 'type' = $3 ORDER BY seq DESC LIMIT 1`,
    [org, ORGANISATION_LOG, type],
  );
  return rows[0]?.body ?? null;
}

type Head = { seq: number; hash: string };

async function readHead({ client, org }: Session): Promise<Head | null> {
  const { rows } = await client.query<Head>(
    `SELECT seq, hash FROM countersign.events
      WHERE org_id = $1 AND task_id = $2 AND opened = '${NO_MONTH}' ORDER BY seq DESC LIMIT 1`,
    [org, ORGANISATION_LOG],
  );
  return rows[0] ?? null;
}

/**
 * Starts the log. It first records state from an older release that has no entry: the valid credentials and
 * the repositories created before this transaction. Their columns hold milliseconds.
 */
async function beginLog(session: Session): Promise<Head> {
  const { rows } = await session.client.query<
    Omit<Extract<OrganisationEvent, { type: "log_begun" }>, "type">
  >(
    `SELECT (SELECT coalesce(json_agg(json_build_object('id', id, 'actor', actor, 'role', role)
                                      ORDER BY created, id), '[]')
               FROM countersign.credentials
              WHERE org_id = $1 AND created < now()::timestamptz(3) AND revoked IS NULL
                AND (expires IS NULL OR expires > now())) AS credentials,
            (SELECT coalesce(json_agg(json_build_object('repo', id, 'path', path, 'tip', tip)
                                      ORDER BY id), '[]')
               FROM countersign.repositories
              WHERE org_id = $1 AND added < now()::timestamptz(3)) AS repositories`,
    [session.org],
  );
  const { credentials = [], repositories = [] } = rows[0] ?? {};
  const start = { seq: 0, hash: NO_HASH };
  if (credentials.length + repositories.length === 0) return start;
  const event = { type: "log_begun", credentials, repositories } as const;
  return append(session, start, BY_ENGINE, event);
}

async function append(
  { client, org }: Session,
  { seq: before, hash: prevHash }: Head,
  { id: by, credential }: ActingParty,
  change: OrganisationEvent,
): Promise<Head> {
  const { rows } = await client.query<{ ms: string }>(
    "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS ms",
  );
  const atMs = Number(rows[0]?.ms);
  const seq = before + 1;
  const event = { ...change, credential };
  const hash = hashEntry(org, ORGANISATION_LOG, { seq, atMs, by, event }, prevHash);
  await client.query(
    `INSERT INTO countersign.events (org_id, task_id, opened, seq, at, actor, body, prev_hash, hash)
     VALUES ($1, $2, '${NO_MONTH}', $3, $4, $5, $6, $7, $8)`,
    [org, ORGANISATION_LOG, seq, new Date(atMs), by, JSON.stringify(event), prevHash, hash],
  );
  return { seq, hash };
}
