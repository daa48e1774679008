import { CountersignError } from "@countersign/core";
import { publicKeyId, type Seal } from "../ports/seal-body.ts";
import { ORGANISATION_LOG } from "../store/organisation/organisation-log.ts";
import type { AuditProblem } from "./audit-problem.ts";
import { type AuditRecord, readRecord } from "./audit-record.ts";
import {
  beginVerifying,
  closeSeal,
  readRecordInto,
  reportProblem,
  type VerifierState,
} from "./verifier-state.ts";

export type VerifyOptions = {
  /** The key to trust, as PEM. */
  publicKey: string;
  /** The last seal that is known from outside the database. */
  outside?: Seal | null | undefined;
};

/** What an export holds, and everything that is wrong with it. */
export type VerifyResult = {
  org: string | null;
  seals: number;
  tasks: number;
  entries: number;
  /** Entries that no seal covered when it was made. */
  unsealed: number;
  first: number | null;
  last: { number: number; hash: string } | null;
  problems: readonly AuditProblem[];
  /** Further problems that are not listed. */
  more: number;
};

/**
 * Checks an export record by record, as they come.
 *
 * It needs the records and the public key, and neither an engine nor a database. Throws where the key is none.
 */
export function createVerifier({ publicKey, outside = null }: VerifyOptions) {
  requireKey(publicKey);
  const now = beginVerifying(publicKey, outside);
  return {
    read: (record: AuditRecord): void => readRecordInto(now, record),
    /** One line of a file; an empty one says nothing. */
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
  reportProblem(now, "unreadable");
}

function finish(now: VerifierState): VerifyResult {
  if (!now.isEnded) {
    closeSeal(now);
    reportProblem(now, "no_end");
  }
  if (now.last !== null && !now.trust.isAnchored()) reportProblem(now, "no_trusted_seal");
  if (!now.isOutsideFound)
    reportProblem(now, "outside_missing", { seal: now.outside?.body.number ?? null });
  const { header, seals, ends, entries, first, last, problems, more } = now;
  return {
    org: header?.org ?? null,
    seals,
    tasks: ends.size - (ends.has(ORGANISATION_LOG) ? 1 : 0),
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
