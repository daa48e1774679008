import type { Finding } from "@countersign/core";
import { guardJson } from "../output/guard.ts";
import { calmJson } from "./calm.ts";
import { type GateReport, UNSANDBOXED } from "./gate-report.ts";

const SEVERITIES = {
  critical: "critical",
  major: "major",
  warning: "minor",
  info: "info",
} as const satisfies Record<Finding["severity"], string>;

type Issue = {
  description: string;
  check_name: string;
  fingerprint: string;
  severity: (typeof SEVERITIES)[Finding["severity"]];
  location: { path: string; lines: { begin: number } };
};

/**
 * GitLab's Code Quality report: a list of issues, each at a line of a file. GitLab drops an issue without a file, so
 * one that belongs to no file is placed at the configuration.
 */
export function formatCodeQuality(report: GateReport): string {
  const { findings, reviewers, policy, unsandboxed } = report;
  const configuration = policy.file ?? "countersign.jsonc";
  const notes = [
    ...(unsandboxed ? [noteIssue("sandbox", "info", UNSANDBOXED)] : []),
    ...reviewers
      .filter(({ is }) => is === "no_result")
      .map(({ reviewer, reason }) =>
        noteIssue(reviewer, "major", `No result from ${reviewer}: ${reason ?? "no result"}`),
      ),
  ];
  const issues = [...notes, ...findings.map(findingIssue)].map(({ location, ...issue }) => ({
    ...issue,
    location: location ?? { path: configuration, lines: { begin: 1 } },
  })) satisfies Issue[];
  return calmJson(guardJson(JSON.stringify(issues, null, 2)));
}

type Placed = Omit<Issue, "location"> & { location: Issue["location"] | null };

function findingIssue(finding: Finding): Placed {
  const { severity, message, recommendation, fingerprint, file = "", line } = finding;
  const path = file.toWellFormed().replace(/^[./]*\//, ""); // GitLab accepts only relative paths
  const checkName = `countersign/${finding.ruleId ?? finding.category}`.toWellFormed();
  const advice = [message, recommendation].filter(Boolean).join("\n");
  return {
    description: advice.toWellFormed() || checkName,
    check_name: checkName,
    fingerprint,
    severity: SEVERITIES[severity],
    location: path === "" ? null : { path, lines: { begin: line ?? 1 } },
  };
}

function noteIssue(name: string, severity: Issue["severity"], text: string): Placed {
  const checkName = `countersign/${name}`.toWellFormed();
  return {
    description: text.toWellFormed(),
    check_name: checkName,
    fingerprint: `no finding: ${checkName}`,
    severity,
    location: null,
  };
}
