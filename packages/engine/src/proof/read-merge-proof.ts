import {
  type DigestedLine,
  decide,
  decisionDigest,
  decisionInput,
  inputsLine,
  type LogEntry,
  type Policy,
  proofTrailer,
  type Round,
  redactInputs,
  type Task,
} from "@countersign/core";
import type { Mirror } from "../ports/mirror.ts";
import type { CompiledFrom } from "../store/proofs/plan-sources.ts";
import type { ChainEnd } from "../store/proofs/proof-chain.ts";
import type { StoredAct } from "../store/proofs/stored-acts.ts";
import { type ChosenActs, chooseActs } from "./choose-acts.ts";
import type { MoveToProve } from "./compose-proof.ts";
import { readTrustVersion } from "./read-trust-version.ts";

/** A task that is being merged, and what the database has about it for its proof. */
export type MergeToProve = {
  task: Task;
  round: Round;
  policy: Policy;
  log: readonly (LogEntry & { hash: string })[];
  repository: { id: string; target: string; tip: string };
  /** The end of the chain, at the tip. */
  end: ChainEnd;
  acts: readonly StoredAct[];
  source: { plan: string; body: CompiledFrom } | null;
  nowMs: number;
};

/** What the proof of a merge contains, whatever its commit is. */
export type MergeProof = Omit<MoveToProve, "how" | "parent" | "commit" | "tree"> & {
  /** The value of the trailer `Countersign-Proof`. */
  trailer: string;
  round: NonNullable<MoveToProve["round"]>;
};

/**
 * Collects what proves a merge: the acts, the inputs of the decision without texts, and the decision that follows from
 * them. Null if the target has no valid trust file.
 */
export async function readMergeProof(
  mirror: Mirror,
  merged: MergeToProve,
): Promise<MergeProof | null> {
  const { task, round, policy, log, repository, end, acts, nowMs } = merged;
  const { id: repo, target, tip } = repository;
  const trust = await readTrustVersion(mirror, repo, tip);
  if (trust === null || round.plan === null) return null;
  const { base, head, tree } = round.content;
  const changes = (await mirror.digestChanges(repo, { from: base, to: tree })).sha256;
  const number = end.number + 1;
  const chosen = chooseActs({ task, round, log, target, changes, trust, number }, acts);
  const inputs = policy.proofs?.inputs !== false ? inputsOf(merged, chosen) : null;
  const decision = decide(decisionInput(task, round, policy));
  const last = log.at(-1);
  return {
    ...{ repo, target, trust, inputs, acts: chosen.acts, atMs: nowMs, policy: policy.digest },
    trailer: proofTrailer(chosen.acts),
    log: last === undefined ? null : { seq: last.seq, head: last.hash },
    round: {
      ...{ task: task.id, round: round.number, content: { base, head, tree, changes } },
      binding: "tree",
      plan: round.plan.digest,
      decision: {
        sha256: decisionDigest(decision),
        inputs: decision.inputsDigest,
        decider: decision.deciderVersion,
      },
      inputs: inputs?.digest ?? null,
    },
  };
}

/**
 * Returns the inputs of the decision. Null if a verifier could not recompile the plan: it was compiled before the
 * target had proofs, or under another policy, past which an owner let the change.
 */
function inputsOf(
  { task, round, policy, source }: MergeToProve,
  { behind }: ChosenActs,
): DigestedLine | null {
  const { plan } = round;
  if (plan === null || source?.plan !== plan.digest || plan.policyDigest !== policy.digest)
    return null;
  const input = decisionInput(task, round, policy);
  return inputsLine(redactInputs({ input: { ...input, plan }, ...source.body, acts: behind }));
}
