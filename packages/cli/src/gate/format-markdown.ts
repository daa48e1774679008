import type { Finding } from "@countersign/core";
import { countText } from "@countersign/review";
import { displayShort } from "../output/display.ts";
import { calm } from "./calm.ts";
import { type GateReport, UNSANDBOXED } from "./gate-report.ts";

const MAX_ROWS = 50;
const MAX_TEXT = 300;

/** The report as one comment. Foreign text is shown as code: it makes no links, mentions or rows of its own. */
export function formatMarkdown(report: GateReport): string {
  const { gate, counts, findings, files, linesAdded, linesDeleted } = report;
  const rows = findings.slice(0, MAX_ROWS).map(rowOf);
  const rest = findings.length - rows.length;
  const found = `critical ${counts.critical} · major ${counts.major} · warning ${counts.warning} · info ${counts.info}`;
  return [
    `### countersign: ${gate}`,
    "",
    `${found} in ${countText(files, "file")}, +${linesAdded} -${linesDeleted}`,
    "",
    ...(rows.length === 0 ? [] : ["| | where | what | by |", "|---|---|---|---|", ...rows, ""]),
    ...(rest > 0 ? [`${countText(rest, "more finding")} not shown.`, ""] : []),
    ...othersOf(report),
  ]
    .join("\n")
    .trimEnd();
}

function othersOf({ reviewers, people, unsandboxed }: GateReport): string[] {
  const named = (is: string) => reviewers.filter((line) => line.is === is);
  const agents = named("not_asked").map(({ reviewer }) => code(reviewer));
  return [
    ...(unsandboxed ? [`- ${UNSANDBOXED}`] : []),
    ...named("no_result").map(
      ({ reviewer, reason }) => `- no result from ${code(reviewer)}: ${code(reason ?? "")}`,
    ),
    ...(agents.length === 0 ? [] : [`- not asked here: ${agents.join(", ")}`]),
    ...(people.length === 0
      ? []
      : [
          `- before a merge, also: ${people.map(({ requirement }) => code(requirement)).join(", ")}`,
        ]),
  ];
}

function rowOf({ severity, file, line, message, raisedBy }: Finding): string {
  const place = file === undefined ? "" : `${file}${line === undefined ? "" : `:${line}`}`;
  return `| ${severity} | ${code(place)} | ${code(message)} | ${code(raisedBy.join(", "))} |`;
}

/** One line of code: nothing inside it is Markdown, HTML or a mention. */
function code(text: string): string {
  const one = calm(displayShort(text, MAX_TEXT)).replaceAll("`", "'").replaceAll("|", "¦");
  return one === "" ? "" : `\`${one.replace(/\\$/, "\\ ")}\``;
}
