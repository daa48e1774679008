import type { Finding, TaskView } from "@countersign/api";
import { cell, type Row, row, span } from "../terminal/row.ts";
import type { Paint } from "../theme/paint.ts";
import { SIGNS } from "../theme/signs.ts";
import { baseName } from "../words/words.ts";

/** The round that this person last answered with a redo, if there is a newer one. */
export function lastReviewed({ feedback, round }: TaskView, me: string | null): number | null {
  const last = feedback.findLast(({ by }) => by === me);
  if (last === undefined || round === null || last.iteration >= round.number) return null;
  return last.iteration < 1 ? null : last.iteration;
}

/** What was asked for and what became of it, above the lines that changed since. */
export function sinceRows(view: TaskView, since: number, width: number): Row[] {
  const { round, feedback, findings } = view;
  const now = round?.number ?? since;
  const asked = feedback.filter(
    ({ iteration, decision }) => iteration >= since && decision === "redo",
  );
  const words = asked.flatMap(({ quickIssues = [], customFeedback = "" }) => [
    ...quickIssues,
    ...customFeedback.split("\n").filter((line) => line.trim() !== ""),
  ]);
  return [
    row(` Round ${since} ${SIGNS.arrow} round ${now}`),
    ...words.slice(0, 8).map((text) => row("  ", cell("asked", 11, "faint"), text)),
    ...findings.flatMap((finding) => statusRow(finding, now, width)),
    [],
  ];
}

function statusRow(finding: Finding, now: number, width: number): Row[] {
  const status = statusOf(finding, now);
  if (status === null) return [];
  const [sign, word, paint] = status;
  const place =
    finding.file === undefined ? "" : `${baseName(finding.file)}:${finding.line ?? "?"}`;
  return [
    row(
      "  ",
      span(`${sign} `, paint),
      cell(word, 9, paint),
      cell(finding.message, Math.max(10, width - 40)),
      ` ${place}`,
    ),
  ];
}

type Status = readonly [sign: string, word: string, paint: Paint];

const WORDS: Readonly<Record<string, Status>> = {
  fixed: [SIGNS.tick, "fixed", "good"],
  late: [SIGNS.open, "late", "faint"],
  disputed: ["?", "answered", "plain"],
  dismissed: [SIGNS.info, "dismissed", "faint"],
};

/** Null for what has nothing to do with this round. */
function statusOf({ disposition, rounds }: Finding, now: number): Status | null {
  if (disposition.is !== "open") return WORDS[disposition.is] ?? null;
  const isNew = (rounds[0] ?? now) >= now;
  return isNew ? ["+", "new", "warn"] : [SIGNS.cross, "not done", "bad"];
}
