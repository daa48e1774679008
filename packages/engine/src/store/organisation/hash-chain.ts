import { createHash } from "node:crypto";
import type { LogEntry } from "@countersign/core";
import { storableJson } from "../schema/storable-json.ts";

/** The previous hash of a task's first entry. */
export const NO_HASH = "0".repeat(64);

/** A log entry with its position in the hash chain. */
export type ChainedEntry = LogEntry & { prevHash: string; hash: string };

export type ChainFault = {
  seq: number;
  why: "missing_entry" | "wrong_previous" | "wrong_hash" | "wrong_head";
};

/** Chains new entries to the last one. Each hash covers the log's owner, the entry and the previous hash. */
export function chainEntries(
  org: string,
  task: string,
  head: string,
  log: readonly LogEntry[],
): ChainedEntry[] {
  const chained: ChainedEntry[] = [];
  for (const entry of log) {
    const prevHash = chained.at(-1)?.hash ?? head;
    chained.push({ ...entry, prevHash, hash: hashEntry(org, task, entry, prevHash) });
  }
  return chained;
}

/** Finds the first entry where a task's log differs from what was written, or returns null. */
export function findFault(
  org: string,
  task: string,
  log: readonly ChainedEntry[],
  head: { seq: number; hash: string },
): ChainFault | null {
  let previous = NO_HASH;
  for (const [index, entry] of log.entries()) {
    if (entry.seq !== index + 1) return { seq: index + 1, why: "missing_entry" };
    if (entry.prevHash !== previous) return { seq: entry.seq, why: "wrong_previous" };
    if (entry.hash !== hashEntry(org, task, entry, previous))
      return { seq: entry.seq, why: "wrong_hash" };
    previous = entry.hash;
  }
  return head.seq === log.length && head.hash === previous
    ? null
    : { seq: head.seq, why: "wrong_head" };
}

/** Hashes the log's owner, the entry as stored, and the previous hash. */
export function hashEntry(
  org: string,
  task: string,
  { seq, atMs, by, event }: Pick<LogEntry, "seq" | "atMs" | "by"> & { event: object },
  prevHash: string,
): string {
  const text = storableJson({ version: 1, org, task, seq, atMs, by, event, prevHash });
  return createHash("sha256").update(text).digest("hex");
}
