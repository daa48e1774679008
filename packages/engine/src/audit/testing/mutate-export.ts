import type { LogEntry } from "@countersign/core";
import type { SigningKey } from "../../ports/signer.ts";
import { hashEntry } from "../../store/organisation/hash-chain.ts";
import type { AuditRecord, EntryRecord } from "../audit-record.ts";
import { type Logs, makeExport } from "./make-export.ts";

export const MUTATIONS = [
  "edit",
  "delete",
  "insert",
  "swap",
  "duplicate",
  "truncate",
  "rewrite",
] as const;
export type Mutation = (typeof MUTATIONS)[number];

/** Returns a number below the given one. */
export type Choose = (below: number) => number;

export type Original = {
  org: string;
  logs: Logs;
  records: readonly AuditRecord[];
  /** The key of an attacker who rewrites everything. */
  forger: SigningKey;
};

/** The export after tampering. It always differs from the original. */
export async function mutate(
  mutation: Mutation,
  original: Original,
  choose: Choose,
): Promise<AuditRecord[]> {
  const records = [...original.records];
  const places = records.flatMap(({ kind }, index) => (kind === "entry" ? [index] : []));
  const place = places[choose(places.length)] ?? 0;
  switch (mutation) {
    case "edit":
      return records.with(place, edit(original.org, entryAt(records, place), choose));
    case "delete":
      return records.toSpliced(place, 1 + choose(2));
    case "insert":
      return records.toSpliced(place + choose(2), 0, forge(original.org, entryAt(records, place)));
    case "swap": {
      const other =
        places[(places.indexOf(place) + 1 + choose(places.length - 1)) % places.length] ?? 0;
      const [one, two] = [entryAt(records, place), entryAt(records, other)];
      return records.with(place, two).with(other, one);
    }
    case "duplicate":
      return records.toSpliced(place + choose(records.length - place), 0, entryAt(records, place));
    case "truncate":
      return truncate(records, choose);
    case "rewrite":
      return rewrite(original, choose);
  }
}

function entryAt(records: readonly AuditRecord[], index: number): EntryRecord {
  const record = records[index];
  if (record?.kind !== "entry") throw new Error(`There is no entry at ${index}`);
  return record;
}

/** Changes one field. Half of the time the hash is recomputed. */
function edit(org: string, entry: EntryRecord, choose: Choose): EntryRecord {
  const other = { ...entry.event, type: entry.event.type === "merged" ? "completed" : "merged" };
  const changes: readonly Partial<EntryRecord>[] = [
    { by: `${entry.by}x` },
    { atMs: entry.atMs + 1 },
    { seq: entry.seq + 1 },
    { task: `${entry.task}x` },
    { event: { ...entry.event, forged: true } },
    { event: other },
    { prevHash: entry.hash },
  ];
  const changed = { ...entry, ...changes[choose(changes.length)] };
  if (choose(2) === 0) return changed;
  return { ...changed, hash: hashEntry(org, changed.task, changed, changed.prevHash) };
}

/** Creates an entry that follows another one, with a valid hash. */
function forge(org: string, before: EntryRecord): EntryRecord {
  const forged = { ...before, seq: before.seq + 1, by: "eve", prevHash: before.hash };
  return { ...forged, hash: hashEntry(org, before.task, forged, before.hash) };
}

/** Cuts off the end: anywhere, or after a seal and with a matching end record. */
function truncate(records: readonly AuditRecord[], choose: Choose): AuditRecord[] {
  const starts = records.flatMap(({ kind }, index) => (kind === "seal" ? [index] : []));
  if (choose(2) === 0) return records.slice(0, choose(records.length));
  const cut = records.slice(0, starts[choose(starts.length)]);
  const last = cut.findLast((record) => record.kind === "seal");
  const end = last?.kind === "seal" ? { number: last.body.number, hash: last.hash } : null;
  return [...cut, { kind: "end", last: end }];
}

/** Changes one entry and recomputes every hash, seal and signature. */
async function rewrite({ org, logs, forger }: Original, choose: Choose): Promise<AuditRecord[]> {
  const names = [...logs.keys()];
  const name = names[choose(names.length)] ?? "";
  const log = logs.get(name) ?? [];
  const at = choose(log.length);
  const forged = log.map(
    (entry, index): LogEntry => (index === at ? { ...entry, by: "eve" } : entry),
  );
  const { records } = await makeExport(forger, org, new Map([...logs, [name, forged]]), {
    step: 1 + choose(4),
    atMs: choose(1_000_000),
  });
  return records;
}
