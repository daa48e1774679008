import { type JudgeChange, judgePath, type Policy } from "@countersign/core";
import type { CheckFinding, CheckResult } from "./findings/check-result.ts";

/** The same check on the same tree, once with the accepted judge files and once with the change's own. */
export type ComparedRuns = {
  check: Policy["checks"][number];
  changes: readonly JudgeChange[];
  accepted: CheckResult;
  own: CheckResult;
};

const MAX_NAMED = 5;
const MAX_DETAIL = 1_200;

/**
 * Combines two runs into one result.
 *
 * The run with the change's own files decides whether the check fails. If only that run passes, the result is a
 * concern for the owner and the work is not sent back: the new files may correct the check or hide a fault.
 */
export function compareRuns({ check, changes, accepted, own }: ComparedRuns): CheckResult {
  if ("noResult" in own) {
    return { noResult: `With the change's own ${named(changes)}: ${own.noResult}` };
  }
  const isFailed = own.opinion !== "approved";
  const old = "noResult" in accepted ? null : accepted;
  const summary = [
    `With the accepted ${named(changes)}: ${"noResult" in accepted ? accepted.noResult : accepted.summary}`,
    `With the change's own: ${own.summary}`,
  ].join("\n");
  const both = {
    summary: summary.slice(0, MAX_SUMMARY),
    sandboxed: own.sandboxed && (old?.sandboxed ?? true),
    durationMs: own.durationMs + (old?.durationMs ?? 0),
    withOwnFiles: isFailed ? "failed" : "passed",
  } as const;
  const isAccepted = old?.opinion === "approved";
  if (isFailed || isAccepted) return { ...own, ...both };
  return { ...both, opinion: "concerns", findings: [passesAlone(check, changes, accepted)] };
}

const MAX_SUMMARY = 10_000;

function passesAlone(
  { id }: ComparedRuns["check"],
  changes: readonly JudgeChange[],
  accepted: CheckResult,
): CheckFinding {
  const said =
    "noResult" in accepted
      ? `With the accepted files it has no result. ${accepted.noResult}`
      : `With the accepted files it fails. ${accepted.findings[0]?.message ?? ""}`;
  const [first] = changes;
  return {
    severity: "warning",
    category: "check",
    ...(first === undefined ? {} : { file: first.file }),
    message: `The check ${id} passes only with the change's own ${named(changes)}. ${said.slice(0, MAX_DETAIL)}`,
    recommendation: "The owner decides whether these files may judge this change.",
  };
}

function named(changes: readonly JudgeChange[]): string {
  const paths = changes.map(judgePath);
  const more = paths.length - MAX_NAMED;
  return `${paths.slice(0, MAX_NAMED).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
