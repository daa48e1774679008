import { CountersignError, parseStrictJson, TaskId } from "@countersign/core";
import { z } from "zod";
import { ArchiveMonth, SealBody } from "../ports/seal-body.ts";
import { ORGANISATION_LOG } from "../store/organisation/organisation-log.ts";

const Hash = z.string().regex(/^[0-9a-f]{64}$/);
const Seq = z.int().min(1);

/** The format and range of an export. */
const Header = z.strictObject({
  kind: z.literal("header"),
  format: z.literal("countersign-audit/1"),
  org: z.string(),
  madeAtMs: z.int(),
  /** Start time of the export. Null means everything. */
  sinceMs: z.int().nullable(),
  /** Number of entries that no seal covers yet. They are not in the export. */
  unsealed: z.int().min(0),
  /** The current public key as PEM. Verifiers should compare it with their own copy. */
  publicKey: z.string().max(2_000),
});

/** A seal; its leaves follow. */
const SealRecord = z.strictObject({
  kind: z.literal("seal"),
  body: SealBody,
  hash: Hash,
  signature: z.string().regex(/^[\w-]{86}$/),
});

/** A task id, or the organisation's own log. */
const LogName = z.union([TaskId, z.literal(ORGANISATION_LOG)]);

/** A leaf of the preceding seal, followed by the entries that it covers. */
const LeafRecord = z.strictObject({
  kind: z.literal("leaf"),
  task: LogName,
  first: Seq,
  seq: Seq,
  head: Hash,
  /** The month with which these entries are archived. They do not follow. */
  archived: ArchiveMonth.optional(),
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

/** The last record. */
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

/** Parses a line of an export. Throws a description of the problem. */
export function readRecord(line: string): AuditRecord {
  const parsed = parseStrictJson(line, LIMITS);
  if (!parsed.ok) throw new CountersignError("invalid_input", parsed.reason);
  const record = AuditRecord.safeParse(parsed.value);
  if (record.success) return record.data;
  throw new CountersignError("invalid_input", record.error.issues[0]?.message ?? "not a record");
}
