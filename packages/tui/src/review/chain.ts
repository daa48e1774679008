import { type RequirementStanding, requirementStanding, type TaskView } from "@countersign/api";
import { type Row, row, type Span, span } from "../terminal/row.ts";
import { SIGNS } from "../theme/signs.ts";

/** One link of the chain: a layer, who answers for it, and how it stands. */
export type ChainLink = {
  readonly layer: string;
  readonly who: string;
  readonly status: RequirementStanding;
  /** The last answer had concerns, also where they keep nothing from advancing. */
  readonly hasConcerns: boolean;
};

/** Layers that no actor can answer, and why, for people. */
export function skippedLayers({ round }: TaskView): { layer: string; why: string }[] {
  return (round?.plan?.skipped ?? []).map(({ layer, reason, detail }) => ({
    layer,
    why: detail ?? reason.replaceAll("_", " "),
  }));
}

/** The layers of people and agents; checks are shown as quality. */
export function chainOf({ round }: TaskView, me: string | null): ChainLink[] {
  return (round?.requirements ?? [])
    .filter(({ kind }) => kind !== "check")
    .map((requirement) => {
      const { id, layers, who, verdicts } = requirement;
      const last = verdicts.at(-1);
      const names = last === undefined ? who : [last.by];
      return {
        layer: layers.length === 0 ? id.replace(/^[a-z]+:/, "") : layers.join("+"),
        who: names.map((name) => (name === me ? "you" : name)).join(", "),
        status: requirementStanding(requirement),
        hasConcerns: last?.opinion === "concerns",
      };
    });
}

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

/** What the sign alone does not say. */
function remarkOf({ status, hasConcerns }: ChainLink): string {
  if (status === "no_result") return " (no result)";
  return status === "satisfied" && hasConcerns ? " (concerns)" : "";
}

/** `peer ✓ agent-2 → owner ▶ you` on one line. */
export function chainRow(view: TaskView, me: string | null): Row {
  const links = chainOf(view, me);
  const skipped = skippedLayers(view).map(({ layer }) => span(`   ${layer} skipped`, "faint"));
  if (links.length === 0) return [...row(span("nobody has to answer", "faint")), ...skipped];
  return [
    ...links.flatMap((link, index) => [
      ...(index === 0 ? [] : [span(` ${SIGNS.arrow} `, "faint")]),
      span(`${link.layer} `),
      chainMark(link),
      span(` ${link.who}${remarkOf(link)}`),
    ]),
    ...skipped,
  ];
}
