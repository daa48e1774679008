import type { Finding } from "../verdict/schema.ts";
import { compareSeverity } from "../verdict/severity.ts";
import { indentBlock, oneLine } from "./untrusted.ts";

const MAX_PATH = 200;
const MAX_RULE = 100;
const MAX_CODE = 400;
const MAX_PROBLEM = 600;
const MAX_REMEDY = 400;

type Place = {
  file?: string | undefined;
  line?: number | undefined;
  endLine?: number | undefined;
};

/** Formats a finding for its author: location, quoted code, problem, and when it is resolved. */
export function findingText(finding: Finding): string {
  const { quote, message, disposition } = finding;
  const lines = [findingLine(finding) + (disposition.is === "disputed" ? " · disputed" : "")];
  if (quote !== undefined && quote.trim() !== "") lines.push(indentBlock(quote, MAX_CODE));
  lines.push(`  Problem: ${oneLine(message, MAX_PROBLEM)}`, ...remedy(finding));
  return lines.join("\n");
}

/** `F-31 · major · src/limit/limiter.ts:44 · limit/atomic` */
export function findingLine(finding: Finding): string {
  const { id, severity, ruleId, category } = finding;
  const parts = [id, severity, place(finding, MAX_PATH), field(ruleId ?? category, MAX_RULE)];
  return parts.filter((part) => part !== "").join(" · ");
}

/** `F-12 (retry.ts:30)`, a short form for an author who knows the file. */
export function findingRef(finding: Place & Pick<Finding, "id">): string {
  const where = place({ ...finding, file: finding.file?.split("/").at(-1) }, 60);
  return where === "" ? finding.id : `${finding.id} (${where})`;
}

/** Sorts by severity, then by number. */
export function compareFindings(a: Finding, b: Finding): number {
  return compareSeverity(a.severity, b.severity) || numberOf(a) - numberOf(b);
}

function remedy({ satisfiedWhen = "", recommendation = "" }: Finding): string[] {
  if (satisfiedWhen.trim() !== "") return [`  Done when: ${oneLine(satisfiedWhen, MAX_REMEDY)}`];
  if (recommendation.trim() !== "") return [`  Suggestion: ${oneLine(recommendation, MAX_REMEDY)}`];
  return [];
}

function place({ file, line, endLine }: Place, maxChars: number): string {
  if (file === undefined) return "";
  const path = field(file, maxChars);
  if (line === undefined) return path;
  return endLine === undefined || endLine <= line
    ? `${path}:${line}`
    : `${path}:${line}-${endLine}`;
}

/** Formats a field of a line, without the separator of fields. */
function field(text: string, maxChars: number): string {
  return oneLine(text.replaceAll("·", "\\u00b7"), maxChars);
}

function numberOf({ id }: Finding): number {
  return Number(id.slice("F-".length));
}
