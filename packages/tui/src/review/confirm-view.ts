import { countText, readText } from "@countersign/review";
import type { Model } from "../store/model.ts";
import { hasSeveralRepositories } from "../store/tasks.ts";
import { head, panel } from "../terminal/box.ts";
import { cell, type Row, row, span } from "../terminal/row.ts";
import { readShare } from "./read-share.ts";
import { whyNotText } from "./summary-commands.ts";

const MOST = 20;
const MAX_REPO = 14;

/** What one key would approve, once more; it is confirmed by another key than the one that asked. */
export function confirmRows(model: Model, height: number): Row[] {
  const { columns } = model.size;
  const { confirming } = model;
  const { queue } = model.review;
  const tasks = confirming.map(({ task }) => task);
  const inner = columns - 2;
  const hidden = tasks.length - MOST;
  return panel({
    width: columns,
    height,
    head: head(
      row(span("APPROVE AUTO-APPROVABLE", "strong")),
      row(`${tasks.length} of ${queue.length}`),
      inner,
    ),
    body: [
      [],
      row(
        `  Approve ${countText(tasks.length, "task")}?  Nothing is merged at once; `,
        span("[U]", "key"),
        " takes all of it back.",
      ),
      [],
      ...tasks.slice(0, MOST).map((task) => taskRow(model, task, inner)),
      ...(hidden > 0 ? [row(`     and ${hidden} more`)] : []),
      [],
      ...leftOutRows(model, new Set(tasks)),
      row("  How much of each was read is recorded with its approval."),
    ],
    foot: [
      row("  ", span("[Y]", "key"), ` Approve ${tasks.length}   `, span("[Esc]", "key"), " Back"),
    ],
  });
}

function taskRow(model: Model, task: string, width: number): Row {
  const view = model.data.views.get(task);
  const change = view?.round?.change;
  const share = view === undefined ? 0 : readShare(model, view);
  const size =
    change === null || change === undefined
      ? ""
      : `+${change.linesAdded} -${change.linesDeleted}  ${countText(change.files, "file")}`;
  const { title = "", repo = "" } = model.data.lines.get(task) ?? {};
  const repoWidth = hasSeveralRepositories(model.data) ? MAX_REPO : 0;
  return row(
    "     ",
    cell(task, 12),
    cell(repo, repoWidth),
    cell(title, Math.max(8, width - 52 - repoWidth)),
    cell(` ${size}`, 20),
    readText(share),
  );
}

function leftOutRows(model: Model, taken: ReadonlySet<string>): Row[] {
  const left = model.review.queue.filter((task) => !taken.has(task));
  if (left.length === 0) return [];
  const names = left
    .slice(0, 4)
    .map((task) => `${task} (${whyNotText(model, task)?.split(";")[0] ?? "being read"})`);
  const more = left.length - names.length;
  return [row(`  Left out: ${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`)];
}
