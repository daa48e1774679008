import { CountersignError } from "@countersign/core";
import type { PoolClient } from "pg";
import { boundary } from "../platform/boundary.ts";
import { transact } from "../platform/transact.ts";
import { merkleRoot } from "../seal/merkle-root.ts";
import { readArchivedMonths } from "../store/organisation/archived-months.ts";
import { hashArchive } from "./archive-file.ts";
import { type ArchiveRow, damagedArchive, firstDay, partitionName } from "./archive-format.ts";
import { type ArchiveDeps, type ArchiveResult, asOwner, requireSameLogs } from "./archive-month.ts";
import { hasPartition } from "./read-month.ts";
import { recordMonth } from "./record-month.ts";
import { type ArchiveContent, countEntries, scanArchive } from "./scan-archive.ts";

/**
 * Restores the logs of an archived month from its file.
 *
 * The file must be the one that the seals of every organisation name, and hold the logs whose ends the tasks name. It
 * is loaded and attached in one transaction; then each organisation's log and seals record it. After a crash, the same
 * call continues.
 */
export async function restoreMonth(deps: ArchiveDeps, file: string): Promise<ArchiveResult> {
  const sha256 = await hashArchive(file);
  const content = await scanArchive(file);
  const { month } = content.header;
  const waiting = await findWaiting(deps, content, sha256);
  if (await hasPartition(deps.pool, month)) {
    if (waiting.length === 0) throw presentMonth(month);
    await asOwner(deps.ownerUrl, (owner) => requireRows(owner, content));
  } else await loadMonth(deps, content, file);
  boundary("restore.attached");
  for (const org of waiting)
    await recordMonth(deps, org, {
      by: deps.by,
      event: { type: "month_restored", month, sha256 },
      says: { type: "restore", by: deps.by.id, month },
    });
  const all = [...content.leaves.values()].flat();
  return { month, tasks: all.length, entries: countEntries(all), sha256 };
}

function presentMonth(month: string): CountersignError {
  return new CountersignError("wrong_state", `The log of ${month} is not archived`, {
    details: { task: month, state: "present" },
  });
}

/**
 * Returns the organisations whose seals say that this file is their archive of the month. Refuses a file that they do
 * not name, or whose logs end otherwise than the tasks say.
 */
async function findWaiting(
  { pool, orgs }: ArchiveDeps,
  { header, leaves }: ArchiveContent,
  sha256: string,
): Promise<string[]> {
  const waiting: string[] = [];
  for (const org of new Set([...orgs, ...leaves.keys()])) {
    const found = leaves.get(org) ?? [];
    await transact(pool, org, async (session) => {
      const known = (await readArchivedMonths(session)).get(header.month);
      if (known === undefined) return;
      if (known.sha256 !== sha256 || known.root !== merkleRoot(found))
        throw damagedArchive(`it is not the file that was archived as ${header.month}`);
      await requireSameLogs(session, header.month, found);
      waiting.push(org);
    });
  }
  if (waiting.length > 0) return waiting;
  throw presentMonth(header.month);
}

async function loadMonth(deps: ArchiveDeps, content: ArchiveContent, file: string): Promise<void> {
  const { month } = content.header;
  const name = partitionName(month);
  await asOwner(deps.ownerUrl, async (owner) => {
    await owner.query("SELECT countersign.create_partition($1)", [name]);
    const again = await scanArchive(file, (rows) => insertRows(owner, name, rows));
    for (const [org, leaves] of content.leaves)
      if (merkleRoot(again.leaves.get(org) ?? []) !== merkleRoot(leaves))
        throw damagedArchive("it changed while it was read");
    await requireRows(owner, content);
    boundary("restore.loaded");
    await owner.query(
      `ALTER TABLE countersign.events ATTACH PARTITION countersign.${name} FOR VALUES IN ('${firstDay(month)}')`,
    );
    boundary("restore.attaching");
  });
}

/** Requires that the partition holds as many rows as the file. */
async function requireRows(
  owner: Pick<PoolClient, "query">,
  { header, leaves }: ArchiveContent,
): Promise<void> {
  const { rows } = await owner.query<{ count: string }>(
    `SELECT count(*) FROM countersign.${partitionName(header.month)}`,
  );
  const expected = countEntries([...leaves.values()].flat());
  if (Number(rows[0]?.count) !== expected)
    throw new CountersignError(
      "wrong_state",
      `${header.month} has ${rows[0]?.count} entries, not ${expected}`,
      {
        details: { task: header.month, state: "incomplete" },
      },
    );
}

/*
 * Keeps the transaction and the position of each row, and so its place in the stream. A transaction of another server
 * may be ahead of this one, and its rows would not be visible in the stream; they become the oldest ones.
 */
async function insertRows(
  owner: Pick<PoolClient, "query">,
  name: string,
  rows: readonly ArchiveRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await owner.query(
    `INSERT INTO countersign.${name}
       (org_id, task_id, seq, at, actor, body, prev_hash, hash, xid, position, opened)
     SELECT org_id, task_id, seq, at, actor, body, prev_hash, hash,
            CASE WHEN xid < pg_current_xact_id() THEN xid ELSE '3'::xid8 END, position, opened
       FROM jsonb_populate_recordset(NULL::countersign.${name}, $1::jsonb)`,
    [JSON.stringify(rows)],
  );
}
