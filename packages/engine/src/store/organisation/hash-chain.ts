import { createHash } from "node:crypto";
import type { LogEntry } from "@countersign/core";
import { storableJson } from "../schema/storable.ts";

/** What the first entry of a task follows. */
export const NO_HASH = "0".repeat(64);

/** An entry of the log with its place in the chain. */
export type ChainedEntry = LogEntry & { prevHash: string; hash: string };

export type ChainFault = {
  seq: number;
  why: "missing_entry" | "wrong_previous" | "wrong_hash" | "wrong_head";
};

/** Puts new entries behind the last one. Each hash covers whose log it is, the entry, and the hash before. */
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

/** The first place where a task's log is not what was written, or null. */
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

/** Covers whose log it is, the entry as it is stored, and the hash before. */
export function hashEntry(
  org: string,
  task: string,
  { seq, atMs, by, event }: Pick<LogEntry, "seq" | "atMs" | "by"> & { event: object },
  prevHash: string,
): string {
  const text = storableJson({ version: 1, org, task, seq, atMs, by, event, prevHash });
  return createHash("sha256").update(text).digest("hex");
}
