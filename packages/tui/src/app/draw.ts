import type { PanelId } from "@countersign/review";
import { activityRows } from "../activity/activity-view.ts";
import { boardRows } from "../board/board-view.ts";
import { headerRow } from "../board/status-bar.ts";
import { choiceRows } from "../choose/choice-view.ts";
import { diffRows } from "../diff/diff-view.ts";
import { helpRows } from "../help/help-view.ts";
import { mergesRows } from "../merges/merges-view.ts";
import { outputRows } from "../output/output-view.ts";
import { panelOf } from "../panels/panel-machine.ts";
import { redoRows } from "../redo/redo-view.ts";
import { confirmRows } from "../review/confirm-view.ts";
import { rejectRows } from "../review/reject-view.ts";
import { summaryRows } from "../review/summary-view.ts";
import { taskRows } from "../review/task-view.ts";
import { reviewersRows } from "../reviewers/reviewers-view.ts";
import { planningRows } from "../sprint/plan-view.ts";
import { sprintRows } from "../sprint/sprint-view.ts";
import { stopRows } from "../sprint/stop-view.ts";
import type { Model } from "../store/model.ts";
import { fit, type Row, row, span } from "../terminal/row.ts";
import { tryRows } from "../why/try-view.ts";
import { whyRows } from "../why/why-view.ts";
import { footRow, keysRow } from "./foot.ts";

const LEAST = { columns: 60, rows: 16 } as const;

type Screen = (model: Model, height: number) => Row[];

const SCREENS: Readonly<Record<PanelId, Screen>> = {
  board: boardRows,
  summary: summaryRows,
  task: taskRows,
  single: taskRows,
  redo: redoRows,
  reject: rejectRows,
  diff: diffRows,
  why: whyRows,
  activity: activityRows,
  help: helpRows,
  confirm: confirmRows,
  mode: choiceRows,
  later: choiceRows,
  release: choiceRows,
  rounds: choiceRows,
  sprint: sprintRows,
  planning: planningRows,
  stop: stopRows,
  try: tryRows,
  reviewers: reviewersRows,
  output: outputRows,
  merges: mergesRows,
};

/** The screen as rows: never taller than one less than the terminal, and exactly as wide. */
export function draw(model: Model): Row[] {
  const { columns, rows } = model.size;
  const height = Math.max(1, rows - 1);
  if (columns < LEAST.columns || rows < LEAST.rows) return tooSmall(model, height);
  const panel = panelOf(model.panels);
  const foot =
    panel === "board" ? [keysRow(model), footRow(model) ?? newsRow(model)] : footLines(model);
  const drawn = SCREENS[panel](model, height - foot.length);
  return [...drawn.slice(0, height - foot.length), ...foot].map((one) => fit(one, columns));
}

function footLines(model: Model): Row[] {
  const foot = footRow(model);
  return foot === null ? [] : [foot];
}

function newsRow({ news }: Model): Row {
  if (news === null) return row(" ");
  const at = new Date(news.atMs);
  const time = [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, "0"));
  return row(span(` ${time.join(":")} ${news.text}`, "faint"));
}

function tooSmall(model: Model, height: number): Row[] {
  const { columns, rows } = model.size;
  const text = `needs ${LEAST.columns}x${LEAST.rows}, this is ${columns}x${rows}`;
  return [headerRow(model), row(` ${text}`)].slice(0, height).map((one) => fit(one, columns));
}
