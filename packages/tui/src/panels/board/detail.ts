import { standingText, type TaskView } from "@countersign/api";
import { countText, safeText, skippedLayers } from "@countersign/review";
import type { Model } from "../../model/model.ts";
import { BOX, borderRow } from "../../terminal/box.ts";
import { shortenText } from "../../terminal/measure.ts";
import { fitRow, row, type ScreenRow, span } from "../../terminal/row.ts";
import { chainRow } from "../../widgets/marks.ts";
import { selectedCard } from "./board-state.ts";

const LINES = 4;

/** Describes the selected card below the columns. */
export function detailRows(model: Model, columns: number): ScreenRow[] {
  const line = selectedCard(model);
  if (line === null) return [];
  const view = model.data.views.get(line.task) ?? null;
  const title = shortenText(safeText(`${line.task} ${line.title}`), columns - 8);
  const rule = BOX.horizontal.repeat(Math.max(0, columns - 5 - title.length));
  const body = view === null ? [row(" reading the task")] : bodyRows(model, view);
  return [
    fitRow(
      row(`${BOX.topLeft}${BOX.horizontal} `, span(title, "strong"), ` ${rule}`),
      columns - 1,
    ).concat(span(BOX.topRight)),
    ...Array.from({ length: LINES }, (_, index) => [
      span(BOX.vertical),
      ...fitRow(body[index] ?? [], columns - 2),
      span(BOX.vertical),
    ]),
    borderRow([columns - 2], BOX.bottomLeft, "", BOX.bottomRight),
  ];
}

function bodyRows({ data, nowMs }: Model, view: TaskView): ScreenRow[] {
  const { round, gate } = view;
  const turn = row(` Turn    ${standingText(view, data.me, nowMs)}`, becauseText(view, data.me));
  if (round === null) return [turn, row(` State   ${view.state}, nothing was submitted yet`)];
  const { change, plan, signal, summary, decision } = round;
  const counts = decision?.counts;
  const found =
    counts === undefined
      ? ""
      : ` (${counts.critical} crit, ${counts.major} major, ${counts.warning} warn)`;
  const lines =
    change === null
      ? "being read"
      : `${countText(change.files, "file")}  +${change.linesAdded} -${change.linesDeleted}`;
  const risk = plan === null ? "" : `   Risk ${plan.risk}/10   mode ${plan.mode}`;
  const base = round.baseTask === null ? "" : `   built on ${round.baseTask.task}`;
  const waits = view.mergeWaits;
  return [
    waits === null ? turn : row(" Merge   ", span(`waits: ${waits.detail}`, "warn")),
    [
      ...row(" Chain   "),
      ...chainRow(view, data.me),
      ...row(`   Gate ${gate ?? "pending"}${found}`),
    ],
    ...skippedLayers(view).map(({ layer, why }) => row(` Skipped ${layer}: ${why}`)),
    row(` Change  ${view.repo}  ${lines}${base}${risk}`),
    row(` Agent   "${summary}"   STATUS: ${signal}   round ${round.number}`),
  ];
}

/** Returns the policy entry that requires a person, if it is their turn. */
function becauseText({ round, turn }: TaskView, me: string | null): string {
  if (turn.who === null || turn.who !== me) return "";
  const asked = round?.requirements.find(
    ({ who, status }) => status === "waiting" && who.includes(me),
  );
  const because = asked?.because[0];
  if (because === undefined) return "";
  const mode = round?.plan?.mode;
  return because.entry === "modes.default"
    ? ` (default mode: ${mode})`
    : ` (${because.entry}: ${because.fact})`;
}
