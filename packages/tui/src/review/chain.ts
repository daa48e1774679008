import type { TaskView } from "@countersign/api";
import { type ChainLink, chainLinks, SIGNS, skippedLayers } from "@countersign/review";
import { type Row, row, type Span, span } from "../terminal/row.ts";

const MARKS: Readonly<Record<ChainLink["status"], Span>> = {
  satisfied: span(SIGNS.tick, "good"),
  objected: span(SIGNS.cross, "bad"),
  no_result: span("!", "warn"),
  waiting: span(SIGNS.turn, "strong"),
  later: span(SIGNS.open, "faint"),
};

export function chainMark({ status, hasConcerns }: ChainLink): Span {
  return status === "satisfied" && hasConcerns ? MARKS.no_result : MARKS[status];
}

/** What the sign alone does not express. */
function remarkText({ status, hasConcerns }: ChainLink): string {
  if (status === "no_result") return " (no result)";
  return status === "satisfied" && hasConcerns ? " (concerns)" : "";
}

/** `peer ✓ agent-2 → owner ▶ you` on one line. */
export function chainRow(view: TaskView, me: string | null): Row {
  const links = chainLinks(view, me);
  const skipped = skippedLayers(view).map(({ layer }) => span(`   ${layer} skipped`, "faint"));
  if (links.length === 0) return [...row(span("nobody has to answer", "faint")), ...skipped];
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
