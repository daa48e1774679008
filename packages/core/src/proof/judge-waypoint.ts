import type { DigestText } from "../kernel/digest.ts";
import type {
  ChainPosition,
  ClonedMove,
  MoveEvidence,
  SignatureReading,
  TrustVersion,
} from "./evidence.ts";
import { isOriginListed } from "./judge-act.ts";
import { judgeMove } from "./judge-move.ts";
import { judgeRoot } from "./judge-root.ts";
import { isRevoked, signingKey } from "./judged-act.ts";
import { type ParsedProof, proofTrailer } from "./parse-proof.ts";
import { isLevelAtLeast, type PresenceLevel } from "./presence-level.ts";
import { type ProofProblem, problemIf } from "./problems.ts";
import type { ActStatement } from "./schema-act.ts";
import { ACT_NAMESPACE } from "./statement-bytes.ts";

/** A change of trust up to a waypoint, with the trust file after it. The first one is the root. */
export type TrustStepEvidence = {
  proof: ParsedProof;
  signatures: MoveEvidence["signatures"];
  after: TrustVersion;
};

/** Everything that the judge of a waypoint reads. */
export type WaypointEvidence = Pick<ChainPosition, "target" | "revoked"> & {
  /** The fingerprint of the root that the verifier pinned. Null: none yet. */
  pinned: string | null;
  /** The changes of trust up to the waypoint, from the root on. */
  steps: readonly [TrustStepEvidence, ...TrustStepEvidence[]];
  acts: readonly { statement: ActStatement; signature: SignatureReading }[];
  /** The move at the waypoint, and the trust file of its commit. Null: the clone lacks the commit. */
  at: { number: number; move: DigestText; tree: string; trust: TrustVersion | null };
  /** The level that the policy there requires. */
  policyLevel: PresenceLevel;
};

/**
 * Judges a waypoint: every change of trust from the pinned root up to it, and the signatures of a quorum of the owners
 * whom the last one names. The other moves up to the waypoint are not judged.
 */
export function judgeWaypoint(evidence: WaypointEvidence): ProofProblem[] {
  const { steps, acts, at } = evidence;
  const { file, sha256 } = trustAtWaypoint(evidence);
  const judged = acts.map((one) => ({
    by: one.statement.predicate.by,
    wrong: actProblems(one, evidence),
  }));
  const valid = judged.filter(({ wrong }) => wrong.length === 0).map(({ by }) => by);
  const owners = file.owners.filter((owner) => valid.includes(owner));
  const last = lastStep(steps).proof.move.statement.predicate.number;
  return [
    ...stepProblems(evidence),
    ...problemIf(last > at.number, "move_number"),
    ...problemIf(at.trust !== null && at.trust.sha256 !== sha256, "trust_other"),
    ...judged.flatMap(({ wrong }) => wrong),
    ...problemIf(owners.length < file.quorum, "trust_quorum", "the waypoint"),
  ];
}

/** Returns the trust file that is in force at a waypoint. */
export function trustAtWaypoint({ steps }: Pick<WaypointEvidence, "steps">): TrustVersion {
  return lastStep(steps).after;
}

function lastStep([first, ...others]: WaypointEvidence["steps"]): TrustStepEvidence {
  return others.at(-1) ?? first;
}

function stepProblems(evidence: WaypointEvidence): ProofProblem[] {
  const { steps, target, pinned } = evidence;
  const [root, ...changes] = steps;
  const { proof, signatures, after: trust } = root;
  const used = new Set(proof.acts.map(({ digest }) => digest));
  const clone = claimedMove(root);
  const problems = judgeRoot({ proof, signatures, clone, target, trust, pinned });
  let before = root;
  for (const step of changes) {
    problems.push(...changeProblems(step, before, evidence, used));
    for (const { digest } of step.proof.acts) used.add(digest);
    before = step;
  }
  return problems;
}

/** Judges one change of trust by the version before. Moves between them are missing, so it claims its own place. */
function changeProblems(
  step: TrustStepEvidence,
  { proof: earlier, after: trust }: TrustStepEvidence,
  { target, revoked }: WaypointEvidence,
  used: ReadonlySet<DigestText>,
): ProofProblem[] {
  const { proof, signatures } = step;
  const { number, previous, parent } = proof.move.statement.predicate;
  const isLater = number > earlier.move.statement.predicate.number;
  const place = { number: number - 1, move: previous ?? "", commit: parent ?? "" };
  const problems = judgeMove({
    ...{ proof, signatures, trust, clone: claimedMove(step) },
    chain: { target, ...place, used, revoked, retractions: [] },
    ...{ policy: null, policyLevel: "told", required: { people: 0, level: "told" } },
  });
  return [...problemIf(!isLater, "move_number"), ...problems];
}

/** What a change of trust says about its own commit, which the verifier does not read. */
function claimedMove({ proof, after }: TrustStepEvidence): ClonedMove {
  const { predicate, subject } = proof.move.statement;
  return {
    commit: subject[0].digest.gitCommit,
    tree: subject[0].digest.gitTree,
    descends: true,
    changes: predicate.changes,
    contentChanges: null,
    trailer: proofTrailer(proof.acts),
    policyFiles: predicate.policy.files,
    facts: null,
    addresses: [],
    nextTrust: after,
  };
}

function actProblems(
  { statement, signature }: WaypointEvidence["acts"][number],
  evidence: WaypointEvidence,
): ProofProblem[] {
  const { target, at, revoked, policyLevel } = evidence;
  const { file, sha256 } = trustAtWaypoint(evidence);
  const { predicate: act, subject } = statement;
  const { by } = act;
  if (!signature.ok) return [{ code: "act_signature", about: by }];
  const key = signingKey(by, signature, file);
  const isOwn = key !== null && signature.fingerprint === act.key;
  const isSeen = act.trust.number === file.number && act.trust.sha256 === sha256;
  const isMove = act.act !== "waypoint" || (act.number === at.number && act.move === at.move);
  const isHere = isMove && subject[0].digest.gitTree === at.tree;
  return [
    ...problemIf(signature.namespace !== ACT_NAMESPACE, "act_namespace", by),
    ...problemIf(!isOwn, "act_key", by),
    ...problemIf(isRevoked(signature, at.number, revoked), "act_key_revoked", by),
    ...problemIf(key !== null && !isOriginListed(signature, key), "act_origin", by),
    ...problemIf(!isLevelAtLeast(signature.level, act.level), "level_overstated", by),
    ...problemIf(!isLevelAtLeast(signature.level, policyLevel), "level_below_policy", by),
    ...problemIf(act.repository !== file.repository, "act_repository", by),
    ...problemIf(subject[0].name !== target, "act_target", by),
    ...problemIf(!isHere, "act_content", by),
    ...problemIf(!isSeen, "act_trust", by),
    ...problemIf(act.act !== "waypoint", "act_kind", by),
  ];
}
