import {
  digestText,
  isLevelAtLeast,
  type JudgedAct,
  parsePersonStatement,
  statementBytes,
  type TrustVersion,
  toJudgedAct,
  trustChangeProblems,
} from "@countersign/core";
import type { SignatureReader } from "../ports/signature-reader.ts";
import type { StoredTrustAct, TrustRequest } from "../store/organisation/trust-requests.ts";

/** Whose signatures a request still needs. Complete: `owners` is 0 and `keys` is empty. */
export type TrustProgress = {
  /** Number of owners who must still sign. */
  owners: number;
  /** The owners who have not signed. */
  of: string[];
  /** New keys that must prove possession. */
  keys: { actor: string; key: string }[];
};

/** A request with the trust file in force and the one that it introduces. */
export type TrustStep = {
  body: TrustRequest["body"];
  /** Null for the root. */
  before: TrustVersion | null;
  /** Equal to `before` if the request changes no file. */
  after: TrustVersion;
};

/** Returns whose signatures a request still needs, by the rules of the verifier. */
export function trustProgress(
  { body, before, after }: TrustStep,
  acts: readonly JudgedAct[],
): TrustProgress {
  const { owners, quorum } = (before ?? after).file;
  const signed = new Set(acts.map(({ act }) => act.by));
  const of = owners.filter((owner) => !signed.has(owner));
  if (body.kind === "root") return { owners: of.length, of, keys: [] };
  const missing = Math.max(0, quorum - (owners.length - of.length));
  if (body.kind === "waypoint" || before === null) return { owners: missing, of, keys: [] };
  const problems = trustChangeProblems(before.file, after, acts);
  const isAgreed = problems.every(({ code }) => code !== "trust_quorum");
  const keys = problems.flatMap(({ code, about = "" }) =>
    code === "trust_possession" ? [{ actor: ownerOfKey(after, about), key: about }] : [],
  );
  return { owners: isAgreed ? 0 : Math.max(1, missing), of: isAgreed ? [] : of, keys };
}

export function isTrustComplete({ owners, keys }: TrustProgress): boolean {
  return owners === 0 && keys.length === 0;
}

function ownerOfKey({ file }: TrustVersion, wanted: string): string {
  const found = Object.entries(file.people).find(([, { keys }]) =>
    keys.some(({ key }) => key === wanted),
  );
  return found?.[0] ?? "";
}

/** Reads the signed acts of a request. An act that a verifier would refuse counts for nothing. */
export function readTrustActs(
  signatures: SignatureReader,
  stored: readonly StoredTrustAct[],
): JudgedAct[] {
  return stored.flatMap(({ statement: line, sshsig, recordedMs }) => {
    const statement = parsePersonStatement(line);
    if (statement === null || !("act" in statement.predicate)) return [];
    const signature = signatures.readSignature(statementBytes(line), sshsig);
    if (!signature.ok || !isLevelAtLeast(signature.level, statement.predicate.level)) return [];
    const recorded = new Date(recordedMs).toISOString().replace(/\.\d{3}Z$/, "Z");
    const signed = { line, digest: digestText(line), sshsig };
    return statement.predicateType === "https://countersign.dev/act/v1"
      ? [toJudgedAct({ ...signed, statement }, signature, recorded)]
      : [];
  });
}
