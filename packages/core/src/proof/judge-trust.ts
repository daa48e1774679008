import type { MoveEvidence, TrustVersion } from "./evidence.ts";
import { type JudgedAct, signingKey } from "./judged-act.ts";
import { type ProofProblem, problemIf } from "./problems.ts";
import type { TrustFile } from "./schema-trust.ts";
import { type TrustDifference, trustDifference } from "./trust-facts.ts";

/**
 * Judges a change of the trust file by the rules of the old file.
 *
 * Only a move of the kind `trust` may change it, and such a move must change it.
 */
export function trustProblems(
  { proof, clone, trust }: MoveEvidence,
  valid: ReadonlyMap<string, JudgedAct>,
): ProofProblem[] {
  const isTrustMove = proof.move.statement.predicate.how === "trust";
  const { nextTrust: after } = clone;
  const isChanged = after?.sha256 !== trust.sha256;
  if (!isTrustMove || after === null || !isChanged)
    return problemIf(isTrustMove || isChanged, "trust_unannounced");
  return trustChangeProblems(trust.file, after, [...valid.values()]);
}

/** Judges a change of the trust file by acts whose signatures are valid. */
export function trustChangeProblems(
  before: TrustFile,
  after: TrustVersion,
  acts: readonly JudgedAct[],
): ProofProblem[] {
  const difference = trustDifference(before, after.file);
  const fitting = acts.filter((judged) => fits(judged, after, difference));
  const unfit = acts.filter((judged) => !fitting.includes(judged));
  return [
    ...problemIf(after.file.number !== before.number + 1, "trust_number"),
    ...problemIf(after.file.repository !== before.repository, "trust_repository"),
    ...unfit.map(({ digest }): ProofProblem => ({ code: "trust_facts", about: digest })),
    ...problemIf(!isAgreed(before, after.file, fitting), "trust_quorum"),
    ...newKeys(before, after.file)
      .filter((key) => !fitting.some(({ signature }) => signature.ok && signature.key === key))
      .map((about): ProofProblem => ({ code: "trust_possession", about })),
  ];
}

/** Returns true if the act names exactly this version and everything that it adds and removes. */
function fits({ act }: JudgedAct, { file, sha256 }: TrustVersion, difference: TrustDifference) {
  return (
    act.act === "trust" &&
    act.next.number === file.number &&
    act.next.sha256 === sha256 &&
    act.added.toSorted().join("\n") === difference.added.join("\n") &&
    act.removed.toSorted().join("\n") === difference.removed.join("\n")
  );
}

/** The quorum of the old owners, a recovery key, or for one's own keys the old key and one owner. */
function isAgreed(before: TrustFile, after: TrustFile, acts: readonly JudgedAct[]): boolean {
  const signers = new Set(
    acts
      .filter(({ act, signature }) => signingKey(act.by, signature, before) !== null)
      .map(({ act }) => act.by),
  );
  const owners = [...signers].filter((name) => before.owners.includes(name));
  if (owners.length >= before.quorum) return true;
  if (acts.some(({ signature }) => signature.ok && before.recovery.includes(signature.key)))
    return true;
  const replaced = personWithNewKeys(before, after);
  if (replaced === null || !signers.has(replaced)) return false;
  return owners.some((owner) => owner !== replaced);
}

/** Returns the person if nothing but the keys of this one person changes. */
function personWithNewKeys(before: TrustFile, after: TrustFile): string | null {
  const { added, removed } = trustDifference(before, after);
  const names = new Set([...added, ...removed].map((fact) => /^key (\S+) /.exec(fact)?.[1] ?? ""));
  const [name] = names;
  return names.size === 1 && name !== undefined && name !== "" ? name : null;
}

function newKeys(before: TrustFile, after: TrustFile): string[] {
  const keysOf = ({ people }: TrustFile) =>
    Object.values(people).flatMap(({ keys }) => keys.map(({ key }) => key));
  const old = keysOf(before);
  return keysOf(after).filter((key) => !old.includes(key));
}
