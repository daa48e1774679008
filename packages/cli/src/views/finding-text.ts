import type { TaskView } from "@countersign/api";
import { display, displayShort } from "../output/display.ts";
import type { Style } from "../output/style.ts";
import { severityText } from "../output/words.ts";

type Finding = TaskView["findings"][number];

const MOST = 400;
const QUOTE_LINES = 3;

/** One problem: how bad, where, what, and what would settle it. */
export function findingText(finding: Finding, style: Style): string {
  const { severity, id, message, quote, satisfiedWhen, raisedBy, disposition } = finding;
  const state = disposition.is === "open" ? "" : `  ${disposition.is}`;
  const lines = [
    `${severityText(severity.padEnd(8), style)}  ${id}  ${style.paint("place", placeOf(finding, style))}${state}`,
    `          ${displayShort(message, MOST, style)}`,
    ...(quote === undefined ? [] : quoteLines(quote, style)),
    ...(satisfiedWhen === undefined
      ? []
      : [`          satisfied when: ${displayShort(satisfiedWhen, MOST, style)}`]),
    style.paint("faint", `          by ${raisedBy.map((name) => display(name)).join(", ")}`),
  ];
  return lines.join("\n");
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
