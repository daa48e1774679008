import { CountersignError, isLevelAtLeast } from "@countersign/core";
import type { ReportedMove, VerifyReport } from "./verify-report.ts";

const VERIFIER = "https://countersign.dev/verify";

/**
 * Formats a report as a verification summary of SLSA's source track, without a signature.
 *
 * Level 2 needs the whole chain from the root. Level 3 needs a mechanism that enforces it, which only the caller
 * knows.
 */
export function formatVsa(
  report: VerifyReport,
  { enforced, version }: { enforced: string | undefined; version: string },
): string {
  const { result, commit, target, root, moves, from } = report;
  if (from !== null)
    throw new CountersignError("invalid_input", "A summary is about one commit, not a range");
  const isPassed = result === "proved";
  const levels = isPassed ? levelsOf(report, enforced) : [];
  const summary = {
    _type: "https://in-toto.io/Statement/v1",
    subject: [
      {
        name: commit,
        digest: { gitCommit: commit },
        annotations: { sourceRefs: target === null ? [] : [`refs/heads/${target}`] },
      },
    ],
    predicateType: "https://slsa.dev/verification_summary/v1",
    predicate: {
      verifier: { id: VERIFIER, version: { countersign: version } },
      resourceUri: `urn:countersign:${root.fingerprint ?? "unknown"}`,
      policy: { uri: `urn:countersign:policy:${moves[0]?.parent ?? "unknown"}` },
      verificationResult: isPassed ? "PASSED" : "FAILED",
      verifiedLevels: levels,
      ...(enforced === undefined ? {} : { annotations: { enforced } }),
    },
  };
  return JSON.stringify(summary, null, 2);
}

function levelsOf({ moves, chain, root }: VerifyReport, enforced: string | undefined): string[] {
  const isWhole = chain.waypoint === null && root.is !== "unknown";
  const level = enforced === undefined ? "SLSA_SOURCE_LEVEL_2" : "SLSA_SOURCE_LEVEL_3";
  return [isWhole ? level : "SLSA_SOURCE_LEVEL_1", ...moves.slice(0, 1).flatMap(ownLevels)];
}

/** Agents never count as persons: only acts with a person's signature do. */
function ownLevels({ acts, replayed }: ReportedMove): string[] {
  const approvals = acts.filter(({ act, level }) => act === "approve" && level !== null);
  const people = new Set(approvals.map(({ by }) => by));
  const isTouched = approvals.every(
    ({ level }) => level !== null && isLevelAtLeast(level, "touched"),
  );
  return [
    ...(people.size > 0 ? ["ORG_SOURCE_SIGNED_BY_PERSON"] : []),
    ...(people.size > 0 && isTouched ? ["ORG_SOURCE_TOUCHED"] : []),
    ...(replayed ? ["ORG_SOURCE_REPLAYED"] : []),
    ...(people.size > 1 ? ["ORG_SOURCE_TWO_PEOPLE"] : []),
  ];
}
