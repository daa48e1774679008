import { CountersignError } from "@countersign/core";
import { publicKeyId, type Seal } from "../ports/seal-body.ts";
import { ORGANISATION_LOG } from "../store/organisation/organisation-log.ts";
import type { AuditProblem } from "./audit-problem.ts";
import { type AuditRecord, readRecord } from "./audit-record.ts";
import {
  addProblem,
  beginVerifying,
  closeSeal,
  readRecordInto,
  type VerifierState,
} from "./verifier-state.ts";

export type VerifyOptions = {
  /** The key to trust, as PEM. */
  publicKey: string;
  /** The last known seal of the copy outside the database. */
  outside?: Seal | null | undefined;
};

/** The content of an export, and all of its problems. */
export type VerifyResult = {
  org: string | null;
  seals: number;
  tasks: number;
  /** Number of tasks whose entries are archived and were not verified. They count among the tasks, too. */
  archived: number;
  entries: number;
  /** Number of entries that no seal covered when the export was made. */
  unsealed: number;
  first: number | null;
  last: { number: number; hash: string } | null;
  problems: readonly AuditProblem[];
  /** Number of further problems that are not listed. */
  more: number;
};

/**
 * Verifies an export record by record.
 *
 * It needs only the records and the public key, without an engine or a database. Throws if the key is invalid.
 */
export function createVerifier({ publicKey, outside = null }: VerifyOptions) {
  requireKey(publicKey);
  const now = beginVerifying(publicKey, outside);
  return {
    read: (record: AuditRecord): void => readRecordInto(now, record),
    /** Reads one line of a file. Empty lines are ignored. */
    readLine(line: string): void {
      if (line === "") return;
      const record = recordOrNull(line);
      if (record !== null) readRecordInto(now, record);
      else readFault(now);
    },
    finish: (): VerifyResult => finish(now),
  };
}

function readFault(now: VerifierState): void {
  now.lines += 1;
  addProblem(now, "unreadable");
}

function finish(now: VerifierState): VerifyResult {
  if (!now.isEnded) {
    closeSeal(now);
    addProblem(now, "no_end");
  }
  if (now.last !== null && !now.trust.isAnchored()) addProblem(now, "no_trusted_seal");
  if (!now.isOutsideFound)
    addProblem(now, "outside_missing", { seal: now.outside?.body.number ?? null });
  const { header, seals, ends, entries, first, last, problems, more } = now;
  return {
    org: header?.org ?? null,
    seals,
    tasks: ends.size - (ends.has(ORGANISATION_LOG) ? 1 : 0),
    archived: now.archives.count(),
    entries,
    unsealed: header?.unsealed ?? 0,
    first: first?.body.number ?? null,
    last: last && { number: last.body.number, hash: last.hash },
    problems,
    more,
  };
}

function recordOrNull(line: string): AuditRecord | null {
  try {
    return readRecord(line);
  } catch (error) {
    if (error instanceof CountersignError) return null;
    throw error;
  }
}

function requireKey(publicKey: string): void {
  try {
    publicKeyId(publicKey);
  } catch {
    throw new CountersignError("invalid_input", "This is not a public key for ed25519, as PEM");
  }
}
