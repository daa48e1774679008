import type { TaskView } from "@countersign/api";
import {
  baseName,
  type ChangedFile,
  type CommandId,
  firstKey,
  isFileRead,
  lastReviewedRound,
  SIGNS,
} from "@countersign/review";
import type { Model } from "../../model/model.ts";
import { centredStart } from "../../model/move.ts";
import { frontFrame } from "../../model/stack.ts";
import { currentView } from "../../model/tasks.ts";
import { readShare } from "../../session/read-share.ts";
import { bodyHeight, drawPanel, panelHeader } from "../../terminal/box.ts";
import { entryRow, fitRow, row, type ScreenRow, span, spreadRow } from "../../terminal/row.ts";
import { fixedHint } from "../../widgets/key-hints.ts";
import { currentLayout, diffWidth, FILES_PANE, hasFilesPane } from "./current-layout.ts";
import { diffState } from "./diff-state.ts";
import { itemRow } from "./item-row.ts";
import type { Layout } from "./layout.ts";
import { rangeItems } from "./range.ts";

/** Draws the change; only visible lines are laid out, however long it is. */
export function diffRows(model: Model, height: number): ScreenRow[] {
  const { columns } = model.size;
  const hasFiles = hasFilesPane(model);
  const width = diffWidth(model);
  const foot = [keysRow(model)];
  const layout = currentLayout(model);
  const room = bodyHeight({ height, foot });
  const lines = bodyRows(model, layout, width, room);
  const title = titleRow(model, layout, width);
  if (!hasFiles) return drawPanel({ width: columns, height, head: title, body: lines, foot });
  return drawPanel({
    width: columns,
    height,
    head: row(
      " ",
      frontFrame(model.stack).pane === 1 ? span("[FILES]", "strong") : "FILES",
      span(`  by ${diffState.of(model).order}`, "faint"),
    ),
    body: layout === null ? [] : filesRows(model, layout, FILES_PANE, room),
    foot,
    side: { width, head: title, body: lines },
  });
}

function titleRow(model: Model, layout: Layout | null, width: number): ScreenRow {
  const { since, until } = model.review;
  const task = model.review.current ?? "";
  const title = model.data.lines.get(task)?.title ?? "";
  const view = currentView(model);
  const name = since === null ? "DIFF" : sinceName(model, view);
  const round = until ?? view?.round?.number ?? 0;
  const place = layout === null ? "" : positionText(model, layout);
  const read = view === null ? "" : `read ${readShare(model, view)}%`;
  return panelHeader(
    row(span(name, "strong"), `  ${task} ${title}`),
    row(`round ${round}   ${place}${read}`),
    width,
  );
}

/** Names the view "since last review" only if this person requested the redo. */
function sinceName({ review, data }: Model, view: TaskView | null): string {
  const last = view === null ? null : lastReviewedRound(view, data.me);
  const isLast = review.until === null && review.since === last;
  return isLast ? "SINCE YOUR LAST REVIEW" : "BETWEEN ROUNDS";
}

function positionText(model: Model, { items, files, hunkAt }: Layout): string {
  const { at } = diffState.of(model);
  const item = items[at];
  if (item === undefined) return "";
  const hunk = hunkAt.filter((one) => one <= at).length;
  return `file ${Math.min(item.file + 1, files.length)}/${files.length}   hunk ${hunk}/${hunkAt.length}   `;
}

function bodyRows(model: Model, layout: Layout | null, width: number, room: number): ScreenRow[] {
  if (layout === null) return [[], row("  The change is being read ...")];
  if (layout.items.length === 0) return [[], row("  No differences.")];
  const { top, at } = diffState.of(model);
  const file = layout.files[layout.items[at]?.file ?? 0];
  const task = currentView(model)?.id ?? "";
  const isRead = file !== undefined && isFileRead(model.reading.read, task, file);
  const sticky =
    file === undefined
      ? []
      : spreadRow(
          row(" ", span(file.path, "strong"), file.what === "changed" ? "" : `  ${file.what}`),
          row(`+${file.added} -${file.removed}  ${isRead ? "read" : "not read"} `),
          width,
        );
  const range = rangeItems(model);
  const shown = layout.items.slice(top, top + room - 1).map((item, index) => {
    const place = top + index;
    const isRanged = range !== null && place >= range.first && place <= range.last;
    const cells = itemRow(item, model, layout, { width, isHere: place === at, isRanged });
    return entryRow(fitRow(cells, width), "line", place);
  });
  return [entryRow(sticky, "line", top - 1), ...shown];
}

function keysRow({ size, review, keymap }: Model): ScreenRow {
  const items: readonly (readonly [commands: readonly CommandId[], does: string])[] = [
    [["review.approve"], "approve"],
    [["review.redo"], "redo"],
    [["review.reject"], "reject"],
    [["diff.nextHunk", "diff.previousHunk"], "hunk"],
    [["diff.nextStop", "diff.previousStop"], "finding"],
    [["diff.nextFile", "diff.previousFile"], "file"],
    [["diff.comment"], "comment"],
    [["diff.range"], "range"],
    [["diff.viewed"], "read"],
    [["review.since"], review.since === null ? "since" : "whole"],
    [["diff.more"], "more"],
    [["app.help"], "help"],
    [["app.back"], "back"],
    [["diff.split"], "split"],
    [["diff.space"], "space"],
    [["diff.order"], "order"],
    [["pane.next"], "files"],
    [["diff.rounds"], "rounds"],
  ];
  const pieces: ScreenRow[] = [];
  let used = 1;
  for (const [commands, does] of items) {
    const keys = commands.map((id) => firstKey(keymap, id)).filter((key) => key !== "");
    const [key] = keys;
    if (key === undefined) continue;
    const label = keys.join("/");
    used += label.length + does.length + 3;
    if (used > size.columns - 2) break;
    const text = ` ${does}  `;
    pieces.push(keys.length === 1 ? fixedHint(key, text, label) : [span(label, "key"), span(text)]);
  }
  return [span(" "), ...pieces.flat()];
}

/** Draws the files of the change with reading progress and findings. */
function filesRows(model: Model, layout: Layout, width: number, room: number): ScreenRow[] {
  const here = layout.items[diffState.of(model).at]?.file ?? 0;
  const top = centredStart(layout.files.length, here, room);
  return layout.files
    .slice(top, top + room)
    .map((file, index) =>
      entryRow(fileRow(model, file, top + index === here, width), "file", top + index),
    );
}

function fileRow(model: Model, file: ChangedFile, isHere: boolean, width: number): ScreenRow {
  const view = currentView(model);
  const isRead = isFileRead(model.reading.read, view?.id ?? "", file);
  const found = (view?.findings ?? []).filter(
    (one) => one.file === file.path && one.disposition.is === "open",
  ).length;
  const mark = isRead ? span(SIGNS.tick, "good") : span(isHere ? SIGNS.file : " ", "strong");
  const name = span(baseName(file.path), isHere ? "selected" : "plain");
  const marks = found === 0 ? "" : ` ${SIGNS.warning}${found}`;
  const numbers = row(` +${file.added} -${file.removed}`, span(marks, "warn"), " ");
  return spreadRow(row(" ", mark, " ", name), numbers, width);
}
