import { CountersignError, parseStrictJson, TaskId } from "@countersign/core";
import { z } from "zod";
import { SealBody } from "../ports/seal-body.ts";
import { ORGANISATION_LOG } from "../store/organisation/organisation-log.ts";

const Hash = z.string().regex(/^[0-9a-f]{64}$/);
const Seq = z.int().min(1);

/** What an export is and how far it goes. */
const Header = z.strictObject({
  kind: z.literal("header"),
  format: z.literal("countersign-audit/1"),
  org: z.string(),
  madeAtMs: z.int(),
  /** The moment from which it was asked for; null: everything. */
  sinceMs: z.int().nullable(),
  /** Entries that no seal covered yet and that are therefore not in it. */
  unsealed: z.int().min(0),
  /** The current signing key as PEM. Verifiers have their own copy of it. */
  publicKey: z.string().max(2_000),
});

/** A seal; its leaves follow. */
const SealRecord = z.strictObject({
  kind: z.literal("seal"),
  body: SealBody,
  hash: Hash,
  signature: z.string().regex(/^[\w-]{86}$/),
});

/** Whose log it is: a task's, or the organisation's own. */
const LogName = z.union([TaskId, z.literal(ORGANISATION_LOG)]);

/** A leaf of the seal above; the entries that it covers follow. */
const LeafRecord = z.strictObject({
  kind: z.literal("leaf"),
  task: LogName,
  first: Seq,
  seq: Seq,
  head: Hash,
});

const EntryRecord = z.strictObject({
  kind: z.literal("entry"),
  task: LogName,
  seq: Seq,
  atMs: z.int(),
  by: z.string(),
  event: z.looseObject({ type: z.string() }),
  prevHash: Hash,
  hash: Hash,
});
export type EntryRecord = z.infer<typeof EntryRecord>;

/** Nothing follows. */
const EndRecord = z.strictObject({
  kind: z.literal("end"),
  last: z.strictObject({ number: z.int().min(1), hash: Hash }).nullable(),
});

/** One line of an export. */
export const AuditRecord = z.discriminatedUnion("kind", [
  Header,
  SealRecord,
  LeafRecord,
  EntryRecord,
  EndRecord,
]);
export type AuditRecord = z.infer<typeof AuditRecord>;

const LIMITS = { maxChars: 16_000_000, maxDepth: 64 };

/** Reads a line of an export; throws what is wrong with it. */
export function readRecord(line: string): AuditRecord {
  const parsed = parseStrictJson(line, LIMITS);
  if (!parsed.ok) throw new CountersignError("invalid_input", parsed.reason);
  const record = AuditRecord.safeParse(parsed.value);
  if (record.success) return record.data;
  throw new CountersignError("invalid_input", record.error.issues[0]?.message ?? "not a record");
}
