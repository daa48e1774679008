import type { Clone } from "@countersign/adapters";
import { proofResult } from "@countersign/core";
import { explainResult } from "./explain-result.ts";
import type { ReportedProofProblem, VerifyReport } from "./verify-report.ts";
import type { ProofRequirement } from "./walk-chain.ts";

/** What to verify, as full ids. */
export type VerifiedRange = Pick<VerifyReport, "from" | "commit">;

type Unfinished = Omit<VerifyReport, "result" | "proves" | "doesNotProve">;

/** Completes a report: its result, and what that proves. */
export function toVerifyReport(report: Unfinished): VerifyReport {
  const problems = unique(report.problems);
  const finished = { ...report, problems, result: proofResult(problems) };
  return { ...finished, ...explainResult(finished) };
}

export function isContradicted(problems: readonly ReportedProofProblem[]): boolean {
  return proofResult(problems) === "contradicted";
}

/** The report about a clone without proofs of the target. */
export async function withoutProofs(
  clone: Pick<Clone, "readBranch">,
  scope: VerifiedRange,
  options: { target?: string | undefined; root?: string | undefined; required: ProofRequirement },
): Promise<VerifyReport> {
  const { root, required } = options;
  const branch = (await clone.readBranch())?.replace(/^refs\/heads\//, "");
  const target = options.target ?? branch ?? null;
  const about =
    target === null ? "the clone has no proofs" : `the clone has no proofs of ${target}`;
  return toVerifyReport({
    ...scope,
    ...{ target, isPart: false, required, checkedObjects: false },
    root: { fingerprint: root ?? null, is: root === undefined ? "unknown" : "given", file: null },
    chain: { moves: 0, waypoint: null, bookmarked: 0, unproved: [], revoked: [] },
    ...{ witnessed: null, moves: [] },
    problems: [{ code: "proof_missing", move: null, about }],
  });
}

function unique(problems: readonly ReportedProofProblem[]): ReportedProofProblem[] {
  const keyed = problems.map(
    (one) => [JSON.stringify([one.code, one.move, one.about]), one] as const,
  );
  return [...new Map(keyed).values()];
}
