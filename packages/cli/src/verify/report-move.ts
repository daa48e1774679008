import {
  type ProofProblem,
  proofResult,
  type SignatureReading,
  type TrustVersion,
} from "@countersign/core";
import type { ProofEvidence } from "./read-evidence.ts";
import type { ReportedAct, ReportedMove } from "./verify-report.ts";

const NOT_REPLAYED: ReadonlySet<string> = new Set([
  "inputs_withheld",
  "inputs_other",
  "release_unknown",
  "address_missing",
  "decision_other",
  "content_missing",
]);

/** Describes a judged move for the report. */
export function reportMove(
  evidence: ProofEvidence,
  problems: readonly ProofProblem[],
): ReportedMove {
  const { proof, number, commit } = evidence;
  const { predicate } = proof.move.statement;
  const { round } = predicate;
  const acts = reportActs(evidence);
  return {
    ...{ number, commit, result: proofResult(problems), how: predicate.how },
    task: round?.task ?? null,
    round: round?.round ?? null,
    binding: round?.binding ?? null,
    parent: predicate.parent,
    overridden: acts.some(({ act }) => act === "override"),
    replayed: round !== null && !problems.some(({ code }) => NOT_REPLAYED.has(code)),
    requirements: proof.inputs?.value.plan.requirements.length ?? null,
    policyFiles: predicate.policy.files.map(({ path }) => path),
    acts,
  };
}

function reportActs(evidence: ProofEvidence): ReportedAct[] {
  return evidence.proof.acts.map(({ statement: { predicate } }, at) => {
    const shown = "shown" in predicate ? predicate.shown : null;
    return {
      ...{ by: predicate.by, act: predicate.act, at: predicate.at },
      requirement: predicate.act === "approve" ? predicate.requirement.id : null,
      ...readKey(evidence, predicate.by, evidence.signatures.acts[at]),
      shown: shown && { what: shown.what, files: shown.files, opened: shown.opened },
    };
  });
}

type KeyReading = Pick<ReportedAct, "level" | "attested" | "origin">;

/** What the signature shows, if it was made with a key of this person. */
function readKey(
  { trust, clone }: ProofEvidence,
  by: string,
  signature: SignatureReading | undefined,
): KeyReading {
  if (!signature?.ok) return { level: null, attested: false, origin: null };
  const keys = [trust, clone.nextTrust].flatMap((version) => keysOf(version, by));
  const key = keys.find((one) => one.key === signature.key);
  const level = key === undefined ? null : signature.level;
  return { level, attested: key?.attested ?? false, origin: signature.origin };
}

function keysOf(version: TrustVersion | null, by: string) {
  if (version === null || !Object.hasOwn(version.file.people, by)) return [];
  return version.file.people[by]?.keys ?? [];
}
