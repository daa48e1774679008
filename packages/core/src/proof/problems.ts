/** The result of verifying a proof. Each problem makes it `unproved` or `contradicted`. */
export type ProofResult = "proved" | "unproved" | "contradicted";

/** Every problem that a verifier can report. A contradiction outweighs anything that is merely missing. */
export const PROOF_PROBLEMS = {
  /** The proof cannot be parsed. */
  proof_malformed: "contradicted",
  /** The bytes of an object of the clone do not match its id. */
  object_altered: "contradicted",
  /** The commit names a proof that the repository does not contain. */
  proof_removed: "contradicted",
  /** The commit is older than the chain, or its proof was not fetched. */
  proof_missing: "unproved",
  /** The chain goes on beyond the end of the target. */
  history_left: "contradicted",
  /** The target has commits beyond the end of the chain. */
  foreign: "contradicted",
  /** No root is pinned. */
  root_unknown: "unproved",
  /** The root is not the pinned one. */
  root_other: "contradicted",
  /** The root lacks the signature of an owner. */
  root_unsigned: "contradicted",

  move_number: "contradicted",
  move_previous: "contradicted",
  move_parent: "contradicted",
  move_target: "contradicted",
  move_repository: "contradicted",
  /** The commit does not contain the commit at which the target was before. */
  move_rewrites: "contradicted",
  /** The parts of the move do not fit its kind. */
  move_shape: "contradicted",
  move_signature: "contradicted",
  move_namespace: "contradicted",
  move_key: "contradicted",
  move_key_revoked: "contradicted",

  commit_other: "contradicted",
  tree_other: "contradicted",
  changes_other: "contradicted",
  /** The approved content is not what its two commits contain. */
  content_other: "contradicted",
  /** The clone lacks the base of the approved content. */
  content_missing: "unproved",
  binding_tree: "contradicted",
  binding_changes: "contradicted",
  /** The trailer of the commit does not fit the acts. */
  trailer_other: "contradicted",
  policy_other: "contradicted",
  policy_files: "contradicted",
  trust_other: "contradicted",
  /** This program lacks the rules or the decider of the release that wrote the proof. */
  release_unknown: "unproved",

  /** The move names an act that the proof does not contain. */
  act_missing: "contradicted",
  /** The proof contains an act that the move does not name. */
  act_unnamed: "contradicted",
  act_order: "contradicted",
  act_repeated: "contradicted",
  act_kind: "contradicted",
  act_signature: "contradicted",
  act_namespace: "contradicted",
  act_key: "contradicted",
  act_key_revoked: "contradicted",
  act_origin: "contradicted",
  level_overstated: "contradicted",
  level_below_policy: "contradicted",
  act_repository: "contradicted",
  act_target: "contradicted",
  act_trust: "contradicted",
  act_content: "contradicted",
  act_task: "contradicted",
  act_round: "contradicted",
  act_late: "contradicted",
  act_used: "contradicted",
  act_retracted: "contradicted",

  trust_number: "contradicted",
  trust_repository: "contradicted",
  trust_facts: "contradicted",
  /** Too few owners signed a change of the trust file, or a waypoint. */
  trust_quorum: "contradicted",
  trust_possession: "contradicted",
  /** The trust file changes in a move of another kind, or a change of trust changes no trust file. */
  trust_unannounced: "contradicted",

  inputs_other: "contradicted",
  /** The inputs stay in the engine, so the decision was not recomputed. */
  inputs_withheld: "unproved",
  plan_other: "contradicted",
  /** A requirement is not what its digest says. */
  requirement_other: "contradicted",
  /** The policy requires for these files what the plan lacks. */
  requirement_missing: "contradicted",
  /** The plan lacks a requirement because of a statement that only the engine says a person made. */
  loosening_told: "unproved",
  decision_other: "contradicted",
  decision_incomplete: "contradicted",
  /** An address that the decision names is in no commit of the clone. */
  address_missing: "unproved",
  /** A person's input names an act that does not say the same. */
  input_other: "contradicted",
  /** Only the engine says that a person did this. */
  input_told: "unproved",
  /** Commits of others were accepted without a person's signature. */
  not_reviewed: "unproved",
  /** A checkpoint does not name the chain: malformed, another origin, a size beyond the end, or another root. */
  checkpoint_other: "contradicted",
  /** The checkpoint of a proof lacks the signature of the engine that signed the move. */
  checkpoint_signature: "contradicted",
  /** A line of a witness in the trust file is not its signature. */
  cosignature_other: "contradicted",
  /** Fewer witnesses than the trust file's quorum saw the chain up to the commit. */
  witness_below_required: "unproved",
  people_below_required: "unproved",
  level_below_required: "unproved",
} as const satisfies Record<string, Exclude<ProofResult, "proved">>;

export type ProofProblemCode = keyof typeof PROOF_PROBLEMS;

/** One problem, and what it is about: the digest of an act, a path, or an id. */
export type ProofProblem = { code: ProofProblemCode; about?: string };

/** Returns the result of a verification that found these problems. */
export function proofResult(problems: readonly Pick<ProofProblem, "code">[]): ProofResult {
  if (problems.length === 0) return "proved";
  const isContradicted = problems.some(({ code }) => PROOF_PROBLEMS[code] === "contradicted");
  return isContradicted ? "contradicted" : "unproved";
}

/** Returns the problem if it is there, for lists of conditions. */
export function problemIf(
  isThere: boolean,
  code: ProofProblemCode,
  about?: string,
): ProofProblem[] {
  if (!isThere) return [];
  return [about === undefined ? { code } : { code, about }];
}
