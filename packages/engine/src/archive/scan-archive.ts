import type { Leaf } from "../seal/merkle-root.ts";
import { hashEntry, NO_HASH } from "../store/organisation/hash-chain.ts";
import { readArchive } from "./archive-file.ts";
import { ArchiveHeader, ArchiveRow, damagedArchive, firstDay } from "./archive-format.ts";

/** What an archive holds: for each organisation the whole log of each task, as leaves. */
export type ArchiveContent = {
  header: ArchiveHeader;
  leaves: ReadonlyMap<string, readonly Leaf[]>;
};

/** The log that is being read. */
type OpenLog = { org: string; task: string; seq: number; hash: string };

const BATCH = 500;

/**
 * Reads a whole archive and verifies the hash chain of every log in it. `onRows` gets the rows in batches. The caller
 * compares the ends of the logs with those of the tasks.
 */
export async function scanArchive(
  file: string,
  onRows: (rows: readonly ArchiveRow[]) => Promise<void> = async () => undefined,
): Promise<ArchiveContent> {
  const leaves = new Map<string, Leaf[]>();
  let header: ArchiveHeader | null = null;
  let log: OpenLog | null = null;
  let batch: ArchiveRow[] = [];
  for await (const line of readArchive(file)) {
    if (header === null) {
      header = readHeader(line);
      continue;
    }
    const row = readRow(line, header.month);
    if (log !== null && (log.org !== row.org_id || log.task !== row.task_id)) {
      closeLog(leaves, log);
      log = null;
    }
    log = follow(log, row);
    batch.push(row);
    if (batch.length < BATCH) continue;
    await onRows(batch);
    batch = [];
  }
  if (header === null) throw damagedArchive("it is empty");
  if (log !== null) closeLog(leaves, log);
  await onRows(batch);
  requireCounts(header, leaves);
  return { header, leaves };
}

/** Returns the log after one more row, which must follow the previous one. */
function follow(log: OpenLog | null, row: ArchiveRow): OpenLog {
  const { org_id: org, task_id: task, seq, prev_hash: prevHash, hash } = row;
  const before = log ?? { seq: 0, hash: NO_HASH };
  const entry = { seq, atMs: Date.parse(row.at), by: row.actor, event: row.body };
  const isNext = seq === before.seq + 1 && prevHash === before.hash;
  if (!isNext || hash !== hashEntry(org, task, entry, prevHash))
    throw damagedArchive(`entry ${seq} of ${task} was changed, or the one before it is missing`);
  return { org, task, seq, hash };
}

function closeLog(leaves: Map<string, Leaf[]>, { org, task, seq, hash }: OpenLog): void {
  const known = leaves.get(org) ?? [];
  known.push({ task, first: 1, seq, head: hash });
  leaves.set(org, known);
}

function requireCounts({ orgs }: ArchiveHeader, leaves: ReadonlyMap<string, Leaf[]>): void {
  const isWhole = orgs.every(({ org, tasks, entries }) => {
    const found = leaves.get(org) ?? [];
    return found.length === tasks && countEntries(found) === entries;
  });
  if (!isWhole || orgs.length !== leaves.size)
    throw damagedArchive("it does not hold the rows that its first line names");
}

/** Counts the entries of whole logs. */
export function countEntries(leaves: readonly Leaf[]): number {
  return leaves.reduce((sum, { seq }) => sum + seq, 0);
}

function readHeader(line: string): ArchiveHeader {
  const read = ArchiveHeader.safeParse(parseJson(line));
  if (!read.success) throw damagedArchive("it does not start with the header of an archive");
  return read.data;
}

function readRow(line: string, month: string): ArchiveRow {
  const read = ArchiveRow.safeParse(parseJson(line));
  if (!read.success) throw damagedArchive("a line cannot be read");
  if (read.data.opened !== firstDay(month)) throw damagedArchive("a row is of another month");
  return read.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
