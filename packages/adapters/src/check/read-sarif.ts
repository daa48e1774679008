import { parseReportJson } from "./parse-report-json.ts";
import {
  isReportObject,
  type ParsedReport,
  type ReportedProblem,
  type ReportObject,
  toList,
  toReportObject,
  unreadableReport,
} from "./parsed-report.ts";

/** The level of a result if neither it nor its rule has one. */
const DEFAULT_LEVEL = "warning";

/** Kinds of results that are not problems. */
const NO_PROBLEM: ReadonlySet<unknown> = new Set(["pass", "notApplicable", "informational"]);

/** Reads SARIF 2.1.0. Reports the tool's own failures as refused, so that they are not lost. */
export function readSarif(text: string): ParsedReport {
  const parsed = parseReportJson(text);
  if (!parsed.ok) return parsed;
  const { version, runs } = toReportObject(parsed.value);
  if (version !== "2.1.0") return unreadableReport("it is not SARIF 2.1.0");
  if (!Array.isArray(runs) || runs.length === 0) return unreadableReport("it has no runs");
  const said: ReportedProblem[] = [];
  const refused: string[] = [];
  for (const [index, run] of runs.entries()) {
    const { results } = toReportObject(run);
    if (!Array.isArray(results)) return unreadableReport(`the run at ${index} has no results`);
    const rules = rulesOf(toReportObject(run));
    said.push(...results.filter(isProblem).map((result) => saidOf(toReportObject(result), rules)));
    if (failed(toReportObject(run))) refused.push(`the run at ${index} did not succeed`);
  }
  return { ok: true, said, refused };
}

type Rules = { list: readonly unknown[]; byId: ReadonlyMap<unknown, ReportObject> };

function rulesOf(run: ReportObject): Rules {
  const list = toList(toReportObject(toReportObject(run.tool).driver).rules);
  return {
    list,
    byId: new Map(list.map((rule) => [toReportObject(rule).id, toReportObject(rule)])),
  };
}

function failed({ invocations }: ReportObject): boolean {
  return toList(invocations).some((it) => toReportObject(it).executionSuccessful === false);
}

function isProblem(result: unknown): boolean {
  const { kind, suppressions } = toReportObject(result);
  return !NO_PROBLEM.has(kind) && !toList(suppressions).some(isAccepted);
}

function isAccepted(suppression: unknown): boolean {
  const { status } = toReportObject(suppression);
  return isReportObject(suppression) && (status === undefined || status === "accepted");
}

function saidOf(result: ReportObject, rules: Rules): ReportedProblem {
  const index = typeof result.ruleIndex === "number" ? result.ruleIndex : -1;
  const named = result.ruleId ?? toReportObject(result.rule).id;
  const rule = rules.byId.get(named) ?? toReportObject(rules.list[index]);
  const level = result.level ?? toReportObject(rule.defaultConfiguration).level ?? DEFAULT_LEVEL;
  const place = toReportObject(toReportObject(toList(result.locations)[0]).physicalLocation);
  const region = toReportObject(place.region);
  return {
    severity: level === "none" ? "note" : level,
    message: messageOf(result, rule),
    category: named ?? rule.id,
    file: toReportObject(place.artifactLocation).uri,
    line: region.startLine,
    endLine: region.endLine,
  };
}

/** Returns the message of a result, or the text of its rule. Does not fill in arguments. */
function messageOf(result: ReportObject, rule: ReportObject): unknown {
  const { text, markdown, id } = toReportObject(result.message);
  if (text !== undefined || markdown !== undefined) return text ?? markdown;
  const kept = toReportObject(toReportObject(rule.messageStrings)[String(id)]).text;
  return kept ?? toReportObject(rule.shortDescription).text;
}
