import { generateKeyPairSync, sign } from "node:crypto";
import type { LogEntry } from "@countersign/core";
import { publicKeyId, type Seal } from "../../ports/seal-body.ts";
import type { SigningKey } from "../../ports/signer.ts";
import type { Leaf } from "../../seal/merkle-root.ts";
import { signSeal } from "../../seal/seal-once.ts";
import { type ChainedEntry, chainEntries, NO_HASH } from "../../store/organisation/hash-chain.ts";
import type { AuditRecord } from "../audit-record.ts";

/** Creates a key for one test. */
export function createSigningKey(): SigningKey {
  const { publicKey: key, privateKey } = generateKeyPairSync("ed25519");
  const publicKey = key.export({ type: "spki", format: "pem" }).toString();
  const id = publicKeyId(publicKey);
  return { id, publicKey, sign: async (bytes) => sign(null, bytes, privateKey) };
}

export type Logs = ReadonlyMap<string, readonly LogEntry[]>;

/** Creates an export of these logs as an engine would, sealing this many entries of each log at a time. */
export async function makeExport(
  key: SigningKey,
  org: string,
  logs: Logs,
  { step, atMs }: { step: number; atMs: number },
): Promise<{ records: AuditRecord[]; last: Seal | null }> {
  const chained = new Map(
    [...logs].map(([task, log]) => [task, chainEntries(org, task, NO_HASH, log)]),
  );
  const format = "countersign-audit/1";
  const about = { org, madeAtMs: atMs, sinceMs: null, unsealed: 0, publicKey: key.publicKey };
  const records: AuditRecord[] = [{ kind: "header", format, ...about }];
  let last: Seal | null = null;
  for (let first = 1; ; first += step) {
    const covered = [...chained].flatMap(([task, log]) => leafOf(task, log, first, step));
    if (covered.length === 0) break;
    last = await signSeal(key, { org, atMs: atMs + first, last, leaves: covered });
    records.push({ kind: "seal", ...last });
    for (const leaf of covered) {
      records.push({ kind: "leaf", ...leaf });
      const entries = chained.get(leaf.task)?.slice(leaf.first - 1, leaf.seq) ?? [];
      records.push(...entries.map((entry) => recordOf(leaf.task, entry)));
    }
  }
  records.push({ kind: "end", last: last && { number: last.body.number, hash: last.hash } });
  return { records, last };
}

function leafOf(task: string, log: readonly ChainedEntry[], first: number, step: number): Leaf[] {
  const end = log.slice(first - 1, first - 1 + step).at(-1);
  return end === undefined ? [] : [{ task, first, seq: end.seq, head: end.hash }];
}

function recordOf(task: string, { event, ...entry }: ChainedEntry): AuditRecord {
  return { kind: "entry", task, ...entry, event: { ...event } };
}
