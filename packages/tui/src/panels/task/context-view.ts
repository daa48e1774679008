import { holdReasonText, type TaskView } from "@countersign/api";
import {
  baseName,
  chainLinks,
  firstKey,
  readingMinutes,
  SIGNS,
  safeText,
  skippedLayers,
} from "@countersign/review";
import type { Model } from "../../model/model.ts";
import { readShare } from "../../session/read-share.ts";
import { headingRow } from "../../terminal/box.ts";
import { wrapText } from "../../terminal/measure.ts";
import { cell, row, type ScreenRow, span } from "../../terminal/row.ts";
import { keyHint } from "../../widgets/key-hints.ts";
import { chainMark, severityMark } from "../../widgets/marks.ts";

const MAX_FINDINGS = 6;

/** Draws the context of a task: why it is here, who has answered, and the findings. */
export function contextRows(model: Model, view: TaskView, width: number): ScreenRow[] {
  return [
    [],
    ...turnRows(model, view, width),
    [],
    titled("Chain"),
    ...chainLinks(view, model.data.me).map((link) =>
      row(" ", cell(link.layer, 16), chainMark(link), ` ${link.who}`),
    ),
    ...skippedLayers(view).flatMap(({ layer, why }) => [
      row(" ", cell(layer, 16), span("skipped", "faint")),
      ...wrapText(safeText(why), width - 3).map((line) => row("  ", span(line, "faint"))),
    ]),
    [],
    ...findingsRows(model, view, width),
    [],
    titled("Gate"),
    row(` ${view.gate ?? "pending"}`),
    [],
    titled("Since your last review"),
    row(` ${sinceText(model, view)}`),
    row(` Read ${readShare(model, view)}% of the files, ~${Math.ceil(readingMinutes(view))} min`),
  ];
}

function titled(title: string): ScreenRow {
  return [span(" "), ...headingRow(title)];
}

function turnRows({ data: { me }, keymap }: Model, view: TaskView, width: number): ScreenRow[] {
  const { round, turn, hold } = view;
  const isMine = turn.who !== null && turn.who === me;
  const plan = round?.plan;
  const asked = round?.requirements.find(
    ({ who, status }) => status === "waiting" && me !== null && who.includes(me),
  );
  const because = asked?.because.map(({ entry, fact }) => `${entry}: ${fact}`) ?? [];
  const held =
    hold === null ? [] : hold.reasons.map((reason) => `On hold: ${holdReasonText(reason, view)}`);
  const offered = hold?.offeredTree ?? null;
  if (offered !== null)
    held.push(
      `Tree ${offered.slice(0, 12)} was submitted meanwhile; a release opens it as a round.`,
    );
  return [
    titled(isMine ? "Why it is your turn" : "Whose turn"),
    ...(isMine ? [] : [row(` ${turn.who ?? turn.holder}`)]),
    ...[...held, ...because]
      .flatMap((line) => wrapText(safeText(line), width - 2))
      .map((line) => row(` ${line}`)),
    ...(plan === null || plan === undefined
      ? []
      : [
          row(
            ` Mode ${plan.mode}   Risk ${plan.risk}/10   `,
            ...keyHint(keymap, "review.why", " why"),
          ),
        ]),
    ...baseRows(view),
  ];
}

/** Returns the task that the shown change is built on. */
function baseRows({ round }: TaskView): ScreenRow[] {
  const base = round?.baseTask ?? null;
  if (base === null) return [];
  return [row(` Built on ${base.task}, which is ${base.isMerged ? "merged" : "merged first"}`)];
}

function findingsRows({ keymap }: Model, { findings }: TaskView, width: number): ScreenRow[] {
  const open = findings.filter(({ disposition }) => disposition.is === "open");
  const late = findings.filter(({ disposition }) => disposition.is === "late").length;
  const rows = open
    .slice(0, MAX_FINDINGS)
    .flatMap(({ severity, file, line, message, raisedBy }) => {
      const place =
        file === undefined ? "" : ` ${baseName(file)}${line === undefined ? "" : `:${line}`}`;
      return [
        row(" ", severityMark(severity), `${place}   ${raisedBy.join(", ")}`),
        ...wrapText(safeText(message), width - 4)
          .slice(0, 2)
          .map((text) => row(`   ${text}`)),
      ];
    });
  const hidden = open.length - MAX_FINDINGS;
  return [
    titled(`Findings ${open.length}`),
    ...rows,
    ...(hidden > 0
      ? [row(` and ${hidden} more, see them with ${firstKey(keymap, "review.diff")}`)]
      : []),
    ...(late > 0 ? [row(` ${SIGNS.open} ${late} late, not counted`)] : []),
  ];
}

function sinceText({ data: { me }, keymap }: Model, { feedback, round }: TaskView): string {
  const last = feedback.findLast(({ by, decision }) => by === me && decision === "redo");
  if (last === undefined || round === null) return "first time you see this task";
  return `round ${last.iteration} ${SIGNS.arrow} ${round.number}, see it with ${firstKey(keymap, "review.since")}`;
}
