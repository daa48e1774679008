import type { TaskView } from "@countersign/api";
import { columns } from "../output/columns.ts";
import { display, displayShort } from "../output/display.ts";
import type { Style } from "../output/style.ts";
import { severityText, timeText } from "../output/words.ts";
import { wrap } from "../output/wrap.ts";
import { outputLines } from "./output-lines.ts";

type Finding = TaskView["findings"][number];

const MOST = 400;
const QUOTE_LINES = 3;
const LEAST_ROOM = 40;
const INDENT = " ".repeat(10);

/** One problem: how bad, where, what, and what would settle it. */
export function renderFinding(finding: Finding, style: Style): string {
  const { severity, id, message, quote, satisfiedWhen, raisedBy, disposition } = finding;
  const state = disposition.is === "open" ? "" : `  ${disposition.is}`;
  const lines = [
    `${severityText(severity.padEnd(8), style)}  ${id}  ${style.paint("place", placeOf(finding, style))}${state}`,
    ...messageLines(message, style),
    ...(quote === undefined ? [] : quoteLines(quote, style)),
    ...(satisfiedWhen === undefined
      ? []
      : [`          satisfied when: ${displayShort(satisfiedWhen, MOST, style)}`]),
    style.paint("faint", `          by ${raisedBy.map((name) => display(name)).join(", ")}`),
  ];
  return lines.join("\n");
}

/** Output of a failed command is shown whole, line by line; any other text on one line. */
function messageLines(message: string, style: Style): string[] {
  if (!message.includes("\n")) return [`${INDENT}${displayShort(message, MOST, style)}`];
  return outputLines(message, style, INDENT);
}

/** Everything that is known of one finding, and what can be done about it. */
export function findingDetails(task: TaskView, finding: Finding, style: Style): string {
  const { id, disposition, recommendation, confidence, rounds, ruleId } = finding;
  const rows = [
    ["task", `${task.id}  ${displayShort(task.title, MOST, style)}`],
    ["status", `${disposition.is}${saidText(disposition, style)}`],
    ["counts", COUNTED.has(disposition.is) ? "yes, the gate reads it" : "no"],
    ["rounds", rounds.join(", ")],
    ...(ruleId === undefined ? [] : [["rule", display(ruleId, style)]]),
    ...(confidence === undefined ? [] : [["confidence", `${Math.round(confidence * 100)} %`]]),
    ...(recommendation === undefined ? [] : adviceRows(recommendation, style)),
  ];
  const name = `${task.id}/${id}`;
  const next = COUNTED.has(disposition.is)
    ? `Next  countersign finding dismiss ${name} --reason '<why>'\n      countersign redo ${task.id}`
    : `Back  countersign finding reopen ${name}`;
  return [
    renderFinding(finding, style),
    columns(rows.map(([term = "", value = ""]) => [style.paint("faint", term), value])),
    next,
  ].join("\n\n");
}

function adviceRows(advice: string, style: Style): string[][] {
  const lines = wrap(displayShort(advice, MOST, style), Math.max(LEAST_ROOM, style.width - 12));
  return lines.map((line, index) => [index === 0 ? "advice" : "", line]);
}

const COUNTED: ReadonlySet<string> = new Set(["open", "disputed"]);

function saidText(disposition: Finding["disposition"], style: Style): string {
  if (disposition.is === "dismissed") {
    const until =
      disposition.untilMs === undefined ? "" : `, until ${timeText(disposition.untilMs)}`;
    return ` by ${display(disposition.by)}${until}: ${displayShort(disposition.reason, MOST, style)}`;
  }
  if (disposition.is === "deferred") {
    return ` by ${display(disposition.by)} to ${displayShort(disposition.link, MOST, style)}`;
  }
  if (disposition.is === "disputed") {
    return ` by ${display(disposition.by)}: ${displayShort(disposition.note, MOST, style)}`;
  }
  return "";
}

function placeOf({ file, line, category }: Finding, style: Style): string {
  if (file === undefined) return display(category, style);
  return line === undefined ? display(file, style) : `${display(file, style)}:${line}`;
}

function quoteLines(quote: string, style: Style): string[] {
  return quote
    .split("\n")
    .slice(0, QUOTE_LINES)
    .map((line) => `          > ${displayShort(line, style.width, style)}`);
}
