import type { TriedModes } from "@countersign/api";
import { safeText, turnText } from "@countersign/review";
import { scrolled } from "../review/task-view.ts";
import { triedKey } from "../store/data.ts";
import type { Model } from "../store/model.ts";
import { bodyHeight, head, panel } from "../terminal/box.ts";
import { wrap } from "../terminal/measure.ts";
import { cell, type Row, row, span } from "../terminal/row.ts";

const NAME = 12;

/** What each mode would make of the task; it is only looked at. */
export function tryRows(model: Model, height: number): Row[] {
  const { columns } = model.size;
  const foot = [
    row("  ", span("[m]", "key"), " change the mode   ", span("[Esc]", "key"), " Back"),
  ];
  return panel({
    width: columns,
    height,
    head: head(
      row(span("TRY A MODE", "strong"), `  ${model.review.current ?? ""}`),
      row("nothing is changed"),
      columns - 2,
    ),
    body: scrolled(
      tryLines(model, columns - 4),
      model.scroll,
      bodyHeight({ height, foot }),
      columns - 2,
    ),
    foot,
  });
}

/** All of it, however much can be seen. */
export function tryLines({ data, review }: Model, width: number): Row[] {
  const task = review.current ?? "";
  const seq = data.lines.get(task)?.seq ?? 0;
  const tried = data.tried.get(triedKey(task, seq));
  const refused = data.refused.get(`tried ${triedKey(task, seq)}`);
  if (tried === undefined) return [[], row(`  ${refused ?? "reading ..."}`)];
  const now = data.views.get(task)?.round?.plan?.mode ?? null;
  return [[], ...tried.items.flatMap((one) => modeRows(one, { now, me: data.me, width }))];
}

type Tried = TriedModes["items"][number];
type About = { now: string | null; me: string | null; width: number };

function modeRows(tried: Tried, { now, me, width }: About): Row[] {
  const isNow = tried.mode === now;
  const lines = wrap(safeText(wordsOf(tried, me)), Math.max(20, width - NAME - 4));
  return [
    ...lines.map((line, index) =>
      row("  ", cell(index === 0 ? tried.mode : "", NAME, isNow ? "strong" : "plain"), line),
    ),
    ...(isNow ? [row("  ", cell("", NAME), span("it is so now", "faint"))] : []),
    [],
  ];
}

function wordsOf({ mode, refused, becomes, state, turn, waitsFor }: Tried, me: string | null) {
  if (refused !== null) return `cannot be asked for: ${refused}`;
  const stays = becomes === null || becomes === mode ? "" : `stays ${becomes}; `;
  const holder = turn.holder === "nobody" ? "" : `, turn: ${turnText(turn, me)}`;
  const waits = waitsFor.length === 0 ? "" : `, waits for ${waitsFor.join(", ")}`;
  return `${stays}${state}${holder}${waits}`;
}
