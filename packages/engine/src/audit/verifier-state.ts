import { createPublicKey } from "node:crypto";
import { hashSeal, isSignedBy, publicKeyId, type Seal } from "../ports/seal-body.ts";
import { type Leaf, merkleRoot } from "../seal/merkle-root.ts";
import { hashEntry, NO_HASH } from "../store/organisation/hash-chain.ts";
import { createArchiveCheck } from "./archive-check.ts";
import { type AuditProblem, createProblem, type ProblemKind } from "./audit-problem.ts";
import type { AuditRecord, EntryRecord } from "./audit-record.ts";

type RecordOf<Kind extends AuditRecord["kind"]> = Extract<AuditRecord, { kind: Kind }>;

/** The state of a verifier between two records. It contains the end of each task's log but no entries. */
export type VerifierState = {
  trust: ReturnType<typeof createKeyTrust>;
  /** The last known seal of the copy outside the database. */
  outside: Seal | null;
  isOutsideFound: boolean;
  header: RecordOf<"header"> | null;
  isEnded: boolean;
  first: Seal | null;
  last: Seal | null;
  /** Leaves of the last seal. */
  leaves: Leaf[];
  /** The last leaf, the next expected entry, and the hash that it must follow. Null if unknown. */
  open: { leaf: Leaf; due: number; hash: string | null; archived: string | null } | null;
  archives: ReturnType<typeof createArchiveCheck>;
  ends: Map<string, { seq: number; hash: string }>;
  problems: AuditProblem[];
  seals: number;
  entries: number;
  lines: number;
  more: number;
};

/** Maximum number of listed problems. A truncated file would otherwise list every entry. */
const MAX_PROBLEMS = 1_000;

export function beginVerifying(publicKey: string, outside: Seal | null): VerifierState {
  return {
    trust: createKeyTrust(publicKey),
    outside,
    isOutsideFound: outside === null,
    header: null,
    isEnded: false,
    first: null,
    last: null,
    leaves: [],
    open: null,
    archives: createArchiveCheck(),
    ends: new Map(),
    problems: [],
    seals: 0,
    entries: 0,
    lines: 0,
    more: 0,
  };
}

export function addProblem(
  now: VerifierState,
  kind: ProblemKind,
  where: Parameters<typeof createProblem>[1] = {},
): void {
  const seal = now.last?.body.number ?? null;
  if (now.problems.length >= MAX_PROBLEMS) now.more += 1;
  else now.problems.push(createProblem(kind, { line: now.lines, seal, ...where }));
}

export function readRecordInto(now: VerifierState, record: AuditRecord): void {
  now.lines += 1;
  const isHeader = record.kind === "header";
  if (now.lines === 1 && !isHeader) addProblem(now, "no_header");
  if (now.isEnded || (isHeader && now.lines > 1)) addProblem(now, "misplaced");
  else if (isHeader) now.header = record;
  else if (record.kind === "seal") readSeal(now, record);
  else if (record.kind === "leaf") readLeaf(now, record);
  else if (record.kind === "entry") readEntry(now, record);
  else readEnd(now, record);
}

function readEnd(now: VerifierState, { last }: RecordOf<"end">): void {
  closeSeal(now);
  now.isEnded = true;
  const isWhole = now.header?.sinceMs === null;
  for (const { kind, task } of now.archives.problems(isWhole)) addProblem(now, kind, { task });
  if ((last?.hash ?? null) !== (now.last?.hash ?? null)) addProblem(now, "other_end");
}

function readSeal(now: VerifierState, { kind: _, ...seal }: RecordOf<"seal">): void {
  closeSeal(now);
  const { body, hash } = seal;
  const { last, header, outside } = now;
  const here = { seal: body.number };
  now.seals += 1;
  if (body.org !== header?.org) addProblem(now, "foreign_org", here);
  if (hash !== hashSeal(body)) addProblem(now, "seal_changed", here);
  if (!follows(last, seal, header?.sinceMs ?? null)) addProblem(now, "seal_previous", here);
  if (last !== null && !isNext(last, seal)) addProblem(now, "seal_gap", here);
  const wrong = now.trust.read(seal);
  if (wrong !== null) addProblem(now, wrong, here);
  now.archives.readStatement(body.says);
  now.isOutsideFound ||= hash === outside?.hash || accepts(seal, outside);
  now.first ??= seal;
  now.last = seal;
}

/** Returns true if a seal contains the hash of the previous one. The first seal contains none. */
function follows(last: Seal | null, { body }: Seal, sinceMs: number | null): boolean {
  if (last !== null) return body.previous === last.hash;
  return sinceMs !== null || body.previous === NO_HASH;
}

/** Returns true if the number is the next one, or skips a missing seal whose loss a person accepted. */
function isNext({ body: { number } }: Seal, { body }: Seal): boolean {
  const missing = body.says?.type === "accept" ? (body.says.missing?.number ?? 0) : 0;
  return body.number === Math.max(number, missing) + 1;
}

function accepts({ body: { says } }: Seal, outside: Seal | null): boolean {
  return says?.type === "accept" && says.missing !== null && says.missing.hash === outside?.hash;
}

/** Completes the last seal. Its leaves must match its root. */
export function closeSeal(now: VerifierState): void {
  closeLeaf(now);
  if (now.last === null) return;
  const { leaves, root } = now.last.body;
  if (now.leaves.length !== leaves || merkleRoot(now.leaves) !== root)
    addProblem(now, "leaves_changed");
  now.leaves = [];
}

function readLeaf(now: VerifierState, { kind: _, archived, ...leaf }: RecordOf<"leaf">): void {
  closeLeaf(now);
  if (now.last === null) addProblem(now, "misplaced");
  const { task, first } = leaf;
  const before = now.ends.get(task);
  const isWhole = now.header?.sinceMs === null;
  const due = before !== undefined || isWhole ? (before?.seq ?? 0) + 1 : first;
  if (first !== due) addProblem(now, "entries_missing", { task, seq: Math.min(due, first) });
  now.leaves.push(leaf);
  const hash = before?.hash ?? (first === 1 ? NO_HASH : null);
  now.open = { leaf, due: first, hash, archived: archived ?? null };
}

/** Completes the last leaf. All of its entries must be archived, or present and end with its hash. */
function closeLeaf(now: VerifierState): void {
  if (now.open === null) return;
  const { leaf, due, hash, archived } = now.open;
  const { task, seq, head } = leaf;
  now.open = null;
  if (archived !== null && due === leaf.first) now.archives.addLeaf(archived, leaf);
  else if (due <= seq) addProblem(now, "entries_missing", { task, seq: due });
  else if (hash !== head) addProblem(now, "other_head", { task, seq });
  now.ends.set(task, { seq, hash: head });
}

function readEntry(now: VerifierState, entry: EntryRecord): void {
  const { task, seq } = entry;
  const { open } = now;
  now.entries += 1;
  if (open === null || open.leaf.task !== task || seq < open.due || seq > open.leaf.seq) {
    addProblem(now, "entry_unexpected", { task, seq });
    return;
  }
  if (seq > open.due) addProblem(now, "entries_missing", { task, seq: open.due });
  else if (open.hash !== null && entry.prevHash !== open.hash)
    addProblem(now, "entry_previous", { task, seq });
  if (entry.hash !== hashEntry(now.header?.org ?? "", task, entry, entry.prevHash))
    addProblem(now, "entry_changed", { task, seq });
  now.open = { ...open, due: seq + 1, hash: entry.hash };
}

/**
 * Follows the signing keys through a chain of seals, starting at the verifier's trusted key.
 *
 * Signatures of older keys before it cannot be verified; the first seal of the trusted key covers those seals by
 * their hashes. From then on every seal must be signed by the key that the previous seal names.
 */
function createKeyTrust(publicKey: string) {
  const keys = new Map([[publicKeyId(publicKey), createPublicKey(publicKey)]]);
  let isAnchored = false;
  let expected: string | null = null;

  const check = (seal: Seal): ProblemKind | null => {
    const key = keys.get(seal.body.key);
    if (isAnchored && seal.body.key !== expected) return "seal_key";
    if (key === undefined) return null;
    if (!isSignedBy(seal, key)) return "seal_signature";
    isAnchored = true;
    return null;
  };
  return {
    /** Returns the problem of a seal's signature. Null if it is valid. */
    read(seal: Seal): ProblemKind | null {
      const problem = check(seal);
      const { says, key } = seal.body;
      expected = key;
      if (says?.type !== "rotate") return problem;
      const next = idOrNull(says.publicKey);
      if (next === null) return problem ?? "seal_key";
      expected = next;
      if (isAnchored && problem === null) keys.set(next, createPublicKey(says.publicKey));
      return problem;
    },
    isAnchored: () => isAnchored,
  };
}

function idOrNull(publicKey: string): string | null {
  try {
    return publicKeyId(publicKey);
  } catch {
    return null;
  }
}
