import type { MoveEvidence, SignatureReading } from "./evidence.ts";
import { isRevoked, type JudgedAct, signingKey } from "./judged-act.ts";
import { isLevelAtLeast } from "./presence-level.ts";
import { type ProofProblem, problemIf } from "./problems.ts";
import type { TrustedKey } from "./schema-trust.ts";
import { ACT_NAMESPACE } from "./statement-bytes.ts";
import { trustChangesDigest } from "./trust-files.ts";

/** Returns what is wrong with one act: its signature, its time and use, and what it is about. */
export function actProblems(judged: JudgedAct, evidence: MoveEvidence): ProofProblem[] {
  return [
    ...signatureProblems(judged, evidence),
    ...useProblems(judged, evidence),
    ...subjectProblems(judged, evidence),
    ...roundProblems(judged, evidence),
  ];
}

function signatureProblems(judged: JudgedAct, evidence: MoveEvidence): ProofProblem[] {
  const { digest, act, signature } = judged;
  const { proof, chain, trust, policyLevel, required } = evidence;
  if (!signature.ok) return [{ code: "act_signature", about: digest }];
  const { number } = proof.move.statement.predicate;
  const key = signingKey(act.by, signature, trust.file);
  const isOwn = key !== null || provesPossession(judged, evidence) || recovers(judged, evidence);
  return [
    ...problemIf(signature.namespace !== ACT_NAMESPACE, "act_namespace", digest),
    ...problemIf(!isOwn || signature.fingerprint !== act.key, "act_key", digest),
    ...problemIf(isRevoked(signature, number, chain.revoked), "act_key_revoked", digest),
    ...problemIf(key !== null && !isOriginListed(signature, key), "act_origin", digest),
    ...problemIf(!isLevelAtLeast(signature.level, act.level), "level_overstated", digest),
    ...problemIf(!isLevelAtLeast(signature.level, policyLevel), "level_below_policy", digest),
    ...problemIf(!isLevelAtLeast(signature.level, required.level), "level_below_required", digest),
  ];
}

/** A new key signs the change of trust that adds it. */
function provesPossession({ act, signature }: JudgedAct, { clone }: MoveEvidence): boolean {
  if (act.act !== "trust" || clone.nextTrust === null) return false;
  return signingKey(act.by, signature, clone.nextTrust.file) !== null;
}

function recovers({ act, signature }: JudgedAct, { trust }: MoveEvidence): boolean {
  return act.act === "trust" && signature.ok && trust.file.recovery.includes(signature.key);
}

/** Only passkeys sign on a page, and only on those that the trust file lists. */
export function isOriginListed(
  { origin }: Extract<SignatureReading, { ok: true }>,
  { origins }: TrustedKey,
): boolean {
  return origin === null ? origins.length === 0 : origins.includes(origin);
}

function useProblems(
  { digest, act, recorded }: JudgedAct,
  { proof, chain, trust }: MoveEvidence,
): ProofProblem[] {
  const isRetracted = chain.retractions.some(
    ({ statement: { predicate }, signature }) =>
      predicate.act === "retract" &&
      predicate.retracts === digest &&
      predicate.by === act.by &&
      signature.ok &&
      signature.namespace === ACT_NAMESPACE &&
      signingKey(act.by, signature, trust.file) !== null,
  );
  const isLate = recorded > act.until || recorded > proof.move.statement.predicate.at;
  return [
    ...problemIf(isLate, "act_late", digest),
    ...problemIf(chain.used.has(digest), "act_used", digest),
    ...problemIf(isRetracted, "act_retracted", digest),
  ];
}

function subjectProblems(
  { digest, act, statement }: JudgedAct,
  { proof, chain, clone, trust }: MoveEvidence,
): ProofProblem[] {
  const { round } = proof.move.statement.predicate;
  const [subject] = statement.subject;
  const isOtherTrust =
    act.trust.number > trust.file.number ||
    (act.trust.number === trust.file.number && act.trust.sha256 !== trust.sha256);
  const tree = round === null ? clone.tree : round.content.tree;
  const isContent = subject.digest.gitTree === tree || isOnlyTrust(act, trust, clone);
  return [
    ...problemIf(act.repository !== trust.file.repository, "act_repository", digest),
    ...problemIf(subject.name !== chain.target, "act_target", digest),
    ...problemIf(!isContent, "act_content", digest),
    ...problemIf(isOtherTrust, "act_trust", digest),
  ];
}

/**
 * A change of trust names both trust files. So it counts on a target that moved in the meantime, if the move changes
 * nothing but these files.
 */
function isOnlyTrust(
  { act }: JudgedAct["act"],
  trust: MoveEvidence["trust"],
  { changes, nextTrust }: MoveEvidence["clone"],
): boolean {
  return act === "trust" && nextTrust !== null && changes === trustChangesDigest(trust, nextTrust);
}

/** An act of an earlier round counts if that round had the same content. */
function roundProblems({ digest, act }: JudgedAct, { proof }: MoveEvidence): ProofProblem[] {
  const { round } = proof.move.statement.predicate;
  if (round === null || !("content" in act))
    return problemIf(round !== null || "content" in act, "act_kind", digest);
  const { tree, changes } = round.content;
  const isSame = act.content.tree === tree && act.content.changes === changes;
  return [
    ...problemIf(act.task !== round.task, "act_task", digest),
    ...problemIf(act.round > round.round, "act_round", digest),
    ...problemIf(!isSame, "act_content", digest),
  ];
}
