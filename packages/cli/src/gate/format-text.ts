import type { Finding } from "@countersign/core";
import { countText } from "@countersign/review";
import { columns } from "../output/columns.ts";
import { display, displayShort } from "../output/display.ts";
import type { Style } from "../output/style.ts";
import { gateText, severityText } from "../output/words.ts";
import { wrap } from "../output/wrap.ts";
import { calm } from "./calm.ts";
import { type GateReport, UNSANDBOXED } from "./gate-report.ts";

const MOST = 400;
const QUOTE_LINES = 3;
const LEAST_ROOM = 40;
const INDENT = "           ";

/**
 * The report for people: the word first, then each finding with what would settle it. No line begins with
 * foreign text, which a log could obey.
 */
export function formatText(report: GateReport, style: Style, all: boolean): string {
  const { findings, maxFindingsShown } = report;
  const wanted = all ? findings : findings.filter(({ severity }) => severity !== "info");
  const shown = all ? wanted : wanted.slice(0, maxFindingsShown);
  const lines = [
    headline(report, style),
    ...shown.map((finding) => findingLines(finding, style)),
    ...restLine(findings, shown),
    ...aboutLines(report, style),
  ];
  return calm(lines.join("\n"));
}

function headline(report: GateReport, style: Style): string {
  const { gate, counts, files, linesAdded, linesDeleted } = report;
  const words = `critical ${counts.critical}  major ${counts.major}  warning ${counts.warning}`;
  const size =
    files === 0 ? "nothing changed" : `${countText(files, "file")} +${linesAdded} -${linesDeleted}`;
  return `gate: ${gateText(gate, style)}    ${words}    ${size}`;
}

function findingLines(finding: Finding, style: Style): string {
  const { id, severity, message, quote, recommendation, satisfiedWhen } = finding;
  const place = style.paint("place", placeOf(finding, style));
  const settled =
    satisfiedWhen === undefined
      ? recommendation === undefined
        ? []
        : [`fix: ${displayShort(recommendation, MOST, style)}`]
      : [`satisfied when: ${displayShort(satisfiedWhen, MOST, style)}`];
  return [
    `  ${severityText(severity.padEnd(8), style)} ${place}  ${displayShort(message, MOST, style)}  ${style.paint("faint", id)}`,
    ...quoteLines(quote, style),
    ...settled
      .flatMap((text) => wrap(text, Math.max(LEAST_ROOM, style.width - INDENT.length)))
      .map((line) => `${INDENT}${style.paint("faint", line)}`),
  ].join("\n");
}

function placeOf({ file, line, category }: Finding, style: Style): string {
  if (file === undefined) return display(category, style);
  return line === undefined ? display(file, style) : `${display(file, style)}:${line}`;
}

function quoteLines(quote: string | undefined, style: Style): string[] {
  if (quote === undefined) return [];
  return quote
    .split("\n")
    .slice(0, QUOTE_LINES)
    .map((line) => `${INDENT}> ${displayShort(line, Math.max(20, style.width - 14), style)}`);
}

function restLine(findings: readonly Finding[], shown: readonly Finding[]): string[] {
  const left = findings.filter((finding) => !shown.includes(finding));
  if (left.length === 0) return [];
  const kinds = Map.groupBy(left, ({ severity }) => severity);
  const words = [...kinds].map(([severity, some]) => `${some.length} more ${severity}`);
  return [`  (${words.join(", ")}: --all)`];
}

/** Who had no answer, who was not asked, and whose policy it is. */
function aboutLines(report: GateReport, style: Style): string[] {
  const { reviewers, people, policy, skipped } = report;
  const names = (is: string, kind: string) =>
    reviewers.filter((line) => line.is === is && line.kind === kind);
  const agents = names("not_asked", "agent").map(({ reviewer }) => display(reviewer, style));
  const rows = [
    ...reviewers
      .filter(({ is }) => is === "no_result")
      .map(({ reviewer, reason }) => [
        style.paint("bad", "no result"),
        `${display(reviewer, style)}: ${displayShort(reason ?? "", MOST, style)}`,
      ]),
    ...(agents.length === 0 ? [] : [["not asked", `${agents.join(", ")} (agents)`]]),
    ...(people.length === 0 ? [] : [["to merge", peopleText(report, style)]]),
    ...skipped.map(({ path, why }) => [
      style.paint("warn", "left out"),
      `${display(path, style)}: ${why.replaceAll("_", " ")}`,
    ]),
    ...(report.unsandboxed ? [[style.paint("warn", "no sandbox"), UNSANDBOXED]] : []),
    ["policy", policyText(policy)],
  ];
  return [columns(rows.map(([term = "", value = ""]) => [term, value]))];
}

function peopleText({ people, policy }: GateReport, style: Style): string {
  const asked = people.map(({ requirement, who }) => {
    const layer = display(requirement.replace(/^layer:/, ""), style);
    return policy.file === null ? layer : `${layer} (${who.map((it) => display(it)).join(", ")})`;
  });
  return `also ${asked.join(", ")}`;
}

function policyText({ commit, file }: GateReport["policy"]): string {
  const at = commit.slice(0, 12);
  if (file !== null) return `${file} of ${at}`;
  return `built-in defaults (no countersign.jsonc at ${at}); project checks were not run`;
}
