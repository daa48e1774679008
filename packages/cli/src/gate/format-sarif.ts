import type { Finding } from "@countersign/core";
import { guardJson } from "../output/guard.ts";
import { VERSION } from "../runtime/version.ts";
import { calmJson } from "./calm.ts";
import { type GateReport, UNSANDBOXED } from "./gate-report.ts";

const LEVELS = { critical: "error", major: "error", warning: "warning", info: "note" } as const;

const ROOT = "%SRCROOT%";

/** SARIF 2.1.0, as code scanners and editors read it. */
export function formatSarif(report: GateReport): string {
  const { findings, gate } = report;
  const ids = [...new Set(findings.map(ruleOf))].sort();
  const run = {
    tool: {
      driver: {
        name: "countersign",
        version: VERSION,
        rules: ids.map((id) => describeRule(id, report)),
      },
    },
    automationDetails: { id: "countersign/gate/" },
    columnKind: "utf16CodeUnits",
    originalUriBaseIds: { [ROOT]: { description: { text: "The root of the repository" } } },
    invocations: [invocationOf(report)],
    properties: { gate, base: report.base, head: report.head, tree: report.tree },
    results: findings.map((finding) => resultOf(finding, ids)),
  };
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [run],
  };
  return calmJson(guardJson(JSON.stringify(log, null, 2)));
}

function ruleOf({ ruleId, category }: Finding): string {
  return plain(ruleId ?? category);
}

function describeRule(id: string, { rules }: GateReport): object {
  const rule = rules.find((one) => one.id === id);
  if (rule === undefined) return { id };
  return {
    id,
    shortDescription: { text: plain(rule.name) },
    fullDescription: { text: plain(rule.description) },
    defaultConfiguration: { level: levelOf(rule.severity) },
  };
}

function levelOf(severity: string): string {
  return Object.entries(LEVELS).find(([word]) => word === severity)?.[1] ?? "warning";
}

/** A reviewer without a result is a fault of the run, not a result. */
function invocationOf({ reviewers, unsandboxed }: GateReport): object {
  const silent = reviewers.filter(({ is }) => is === "no_result");
  return {
    executionSuccessful: silent.length === 0,
    toolExecutionNotifications: [
      ...(unsandboxed ? [{ level: "warning", message: { text: UNSANDBOXED } }] : []),
      ...silent.map(({ reviewer, reason }) => ({
        level: "error",
        message: { text: plain(`${reviewer}: ${reason ?? "no result"}`) },
      })),
    ],
  };
}

function resultOf(finding: Finding, rules: readonly string[]): object {
  const { id, severity, message, fingerprint, raisedBy, recommendation, satisfiedWhen } = finding;
  const ruleId = ruleOf(finding);
  const advice = [message, recommendation, satisfiedWhen && `Satisfied when: ${satisfiedWhen}`];
  return {
    ruleId,
    ruleIndex: rules.indexOf(ruleId),
    level: LEVELS[severity],
    message: { text: plain(advice.filter(Boolean).join("\n")) },
    locations: locationsOf(finding),
    partialFingerprints: { "countersign/v1": fingerprint },
    properties: { id, severity, raisedBy },
  };
}

function locationsOf({ file, line, endLine, quote }: Finding): object[] {
  if (file === undefined) return [];
  const artifactLocation = { uri: relativeUri(file), uriBaseId: ROOT };
  if (line === undefined) return [{ physicalLocation: { artifactLocation } }];
  const region = {
    startLine: line,
    ...(endLine === undefined || endLine < line ? {} : { endLine }),
    ...(quote === undefined ? {} : { snippet: { text: plain(quote) } }),
  };
  return [{ physicalLocation: { artifactLocation, region } }];
}

/** A path of the repository as a relative reference; no name can be taken for a scheme or a host. */
function relativeUri(path: string): string {
  return plain(path).split("/").map(encodeURIComponent).join("/").replace(/^\/+/, "");
}

function plain(text: string): string {
  return text.toWellFormed();
}
