import { existsSync } from "node:fs";
import { CountersignError } from "@countersign/core";
import { Client, type PoolClient } from "pg";
import { boundary } from "../platform/boundary.ts";
import { type Session, transact } from "../platform/transact.ts";
import { type Leaf, merkleRoot } from "../seal/merkle-root.ts";
import type { SealDeps } from "../seal/seal-once.ts";
import { monthAt } from "../store/log-months.ts";
import { readArchivedMonths } from "../store/organisation/archived-months.ts";
import type { ActingParty } from "../store/organisation/organisation-log.ts";
import { prepareMonths } from "../store/prepare-months.ts";
import { hashArchive, saveArchive } from "./archive-file.ts";
import { type ArchiveHeader, firstDay, partitionName } from "./archive-format.ts";
import { monthLines } from "./month-lines.ts";
import { hasPartition, readFinishedMonth, readMonthLeaves } from "./read-month.ts";
import { recordMonth } from "./record-month.ts";
import { type ArchiveContent, countEntries, scanArchive } from "./scan-archive.ts";

export type ArchiveDeps = SealDeps & {
  /** Connects as the owner of the tables, who alone may detach a partition. */
  ownerUrl: string;
  orgs: readonly string[];
  by: ActingParty;
  /** The countersign release that writes the archive. */
  version: string;
};

export type ArchiveResult = { month: string; tasks: number; entries: number; sha256: string };

/**
 * Moves the logs of a finished month to a new file.
 *
 * The file is written, read back and verified; then each organisation's log and seals name it; then the partition is
 * dropped. After a crash, the same call with the same file continues. Until the last step the month is complete in
 * the database.
 */
export async function archiveMonth(
  deps: ArchiveDeps,
  month: string,
  file: string,
): Promise<ArchiveResult> {
  await prepareMonths(deps.pool);
  await requireArchivable(deps, month);
  if (!existsSync(file)) await writeMonth(deps, month, file);
  boundary("archive.written");
  const content = await scanArchive(file);
  const sha256 = await hashArchive(file);
  await requireMonth(deps, content, month);
  for (const [org, leaves] of content.leaves) await recordArchive(deps, org, leaves, month, sha256);
  await dropMonth(deps, content);
  boundary("archive.dropped");
  const all = [...content.leaves.values()].flat();
  return { month, tasks: all.length, entries: countEntries(all), sha256 };
}

async function requireArchivable({ pool }: ArchiveDeps, month: string): Promise<void> {
  const { rows } = await pool.query<{ now: string }>(
    "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now",
  );
  if (firstDay(month) >= monthAt(Number(rows[0]?.now)))
    throw new CountersignError("invalid_input", `${month} is not over yet`, {
      hint: "Only a past month can be archived.",
    });
  if (!(await hasPartition(pool, month)))
    throw new CountersignError("not_found", `The database holds no log of ${month}`);
}

async function writeMonth(deps: ArchiveDeps, month: string, file: string): Promise<void> {
  const { pool, orgs, version } = deps;
  const client = await pool.connect();
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const found: ArchiveHeader["orgs"] = [];
    for (const org of orgs) {
      await client.query("SELECT set_config('countersign.org', $1, true)", [org]);
      const leaves = await readFinishedMonth({ client, org }, month);
      if (leaves.length > 0)
        found.push({ org, tasks: leaves.length, entries: countEntries(leaves) });
    }
    if (found.length === 0)
      throw new CountersignError("not_found", `No task was opened in ${month}`);
    const at = new Date().toISOString();
    const header = { format: "countersign/archive/1" as const, month, at, version, orgs: found };
    await saveArchive(file, monthLines(client, header));
    await client.query("COMMIT");
  } finally {
    client.release(true);
  }
}

/** Requires that a file holds exactly the logs that the tasks of a month name. */
async function requireMonth(
  { pool, orgs }: Pick<ArchiveDeps, "pool" | "orgs">,
  { header, leaves }: ArchiveContent,
  month: string,
): Promise<void> {
  if (header.month !== month)
    throw new CountersignError("invalid_input", `The file is an archive of ${header.month}`);
  const all = new Set([...orgs, ...leaves.keys()]);
  for (const org of all)
    await transact(pool, org, (session) => requireSameLogs(session, month, leaves.get(org) ?? []));
}

/** Refuses logs that differ from the ends that the tasks of a month name. */
export async function requireSameLogs(
  session: Session,
  month: string,
  leaves: readonly Leaf[],
): Promise<void> {
  const stored = await readMonthLeaves(session, month);
  if (merkleRoot(stored) === merkleRoot(leaves)) return;
  throw new CountersignError("stale_content", `The file does not hold the logs of ${month}`, {
    hint: "It is of another database, or of another time.",
    details: { task: month },
  });
}

/** Records the archive, unless the last statement about the month names the same file. */
async function recordArchive(
  deps: ArchiveDeps,
  org: string,
  leaves: readonly Leaf[],
  month: string,
  sha256: string,
): Promise<void> {
  const known = await transact(deps.pool, org, readArchivedMonths);
  if (known.get(month)?.sha256 === sha256) return;
  const counts = { month, sha256, tasks: leaves.length, entries: countEntries(leaves) };
  const root = merkleRoot(leaves);
  await recordMonth(
    deps,
    org,
    {
      by: deps.by,
      event: { type: "month_archived", ...counts },
      says: { type: "archive", by: deps.by.id, ...counts, root },
    },
    async (session) => {
      await readFinishedMonth(session, month);
      await requireSameLogs(session, month, leaves);
    },
  );
}

/** Detaches and drops the partition in one transaction, if it holds exactly the archived rows. */
async function dropMonth(
  { ownerUrl }: ArchiveDeps,
  { header, leaves }: ArchiveContent,
): Promise<void> {
  const table = `countersign.${partitionName(header.month)}`;
  const expected = countEntries([...leaves.values()].flat());
  await asOwner(ownerUrl, async (owner) => {
    await owner.query(`LOCK TABLE countersign.events, ${table} IN ACCESS EXCLUSIVE MODE`);
    const { rows } = await owner.query<{ count: string }>(`SELECT count(*) FROM ${table}`);
    if (Number(rows[0]?.count) !== expected)
      throw new CountersignError(
        "stale_content",
        `${header.month} holds ${rows[0]?.count} entries, but the file ${expected}`,
        {
          hint: "Something was added meanwhile, or another organisation has tasks of this month. Archive it again to another file.",
          details: { task: header.month },
        },
      );
    await owner.query(`ALTER TABLE countersign.events DETACH PARTITION ${table}`);
    await owner.query(`DROP TABLE ${table}`);
    boundary("archive.dropping");
  });
}

const LOCK_TIMEOUT = "10s";

/** Runs work in one transaction of the owner of the tables. */
export async function asOwner<Result>(
  ownerUrl: string,
  work: (owner: Pick<PoolClient, "query">) => Promise<Result>,
): Promise<Result> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query(`BEGIN; SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
    const result = await work(owner as unknown as Pick<PoolClient, "query">);
    await owner.query("COMMIT");
    return result;
  } finally {
    await owner.end(); // rolls back what was not committed
  }
}
