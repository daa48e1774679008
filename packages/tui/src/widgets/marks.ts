import type { TaskView } from "@countersign/api";
import {
  type ChainLink,
  type CheckLine,
  chainLinks,
  listChecks,
  SIGNS,
  skippedLayers,
} from "@countersign/review";
import { row, type ScreenRow, type Span, span } from "../terminal/row.ts";
import type { Paint } from "../theme/paint.ts";

const CHAIN_MARKS: Readonly<Record<ChainLink["status"], Span>> = {
  satisfied: span(SIGNS.tick, "good"),
  objected: span(SIGNS.cross, "bad"),
  no_result: span("!", "warn"),
  waiting: span(SIGNS.turn, "strong"),
  later: span(SIGNS.open, "faint"),
};

export function chainMark({ status, hasConcerns }: ChainLink): Span {
  return status === "satisfied" && hasConcerns ? CHAIN_MARKS.no_result : CHAIN_MARKS[status];
}

/** Returns the remark that the symbol alone does not express. */
function remarkText({ status, hasConcerns }: ChainLink): string {
  if (status === "no_result") return " (no result)";
  return status === "satisfied" && hasConcerns ? " (concerns)" : "";
}

/** Draws a chain on one line: `peer ✓ agent-2 → owner ▶ you`. */
export function chainRow(view: TaskView, me: string | null): ScreenRow {
  const links = chainLinks(view, me);
  const skipped = skippedLayers(view).map(({ layer }) => span(`   ${layer} skipped`, "faint"));
  if (links.length === 0) return [...row(span("no reviewers required", "faint")), ...skipped];
  return [
    ...links.flatMap((link, index) => [
      ...(index === 0 ? [] : [span(` ${SIGNS.arrow} `, "faint")]),
      span(`${link.layer} `),
      chainMark(link),
      span(` ${link.who}${remarkText(link)}`),
    ]),
    ...skipped,
  ];
}

/** Returns the symbol of a check result. */
export function qualityMark({ state }: CheckLine): Span {
  if (state === "waiting") return span(SIGNS.info, "faint");
  if (state === "no_result") return span("!", "warn");
  return state === "passed" ? span(SIGNS.tick, "good") : span(SIGNS.cross, "bad");
}

/** Returns one symbol per check: `✓✓✗✓`. */
export function qualityMarks(view: TaskView): Span[] {
  return listChecks(view).map(qualityMark);
}

const SEVERITY_MARKS: Readonly<Record<string, readonly [sign: string, paint: Paint]>> = {
  critical: [SIGNS.critical, "bad"],
  major: ["!", "bad"],
  warning: [SIGNS.warning, "warn"],
  info: [SIGNS.info, "faint"],
};

/** Returns a distinct symbol for each severity, because colour alone is not enough. */
export function severityMark(severity: string): Span {
  const [sign, paint] = SEVERITY_MARKS[severity] ?? [SIGNS.info, "faint"];
  return span(sign, paint);
}
