import type { TaskView } from "@countersign/api";
import { isFileRead, lastReviewedRound } from "@countersign/review";
import { readShare } from "../review/read-share.ts";
import type { Model } from "../store/model.ts";
import { currentView } from "../store/tasks.ts";
import { bodyHeight, head, panel } from "../terminal/box.ts";
import { apart, type Row, row, span } from "../terminal/row.ts";
import { currentLayout, diffWidth, FILES_PANE, hasFilesPane } from "./current-layout.ts";
import { filesRows } from "./files-pane.ts";
import { itemRow } from "./item-row.ts";
import type { Layout } from "./layout.ts";
import { rangeItems } from "./range.ts";

/** The change, line by line; only lines in sight are laid out, however long it is. */
export function diffRows(model: Model, height: number): Row[] {
  const { columns } = model.size;
  const hasFiles = hasFilesPane(model);
  const width = diffWidth(model);
  const foot = [keysRow(model)];
  const layout = currentLayout(model);
  const room = bodyHeight({ height, foot });
  const lines = bodyRows(model, layout, width, room);
  const title = titleRow(model, layout, width);
  if (!hasFiles) return panel({ width: columns, height, head: title, body: lines, foot });
  return panel({
    width: columns,
    height,
    head: row(
      " ",
      model.pane === 1 ? span("[FILES]", "strong") : "FILES",
      span(`  by ${model.diff.order}`, "faint"),
    ),
    body: layout === null ? [] : filesRows(model, layout, FILES_PANE, room),
    foot,
    side: { width, head: title, body: lines },
  });
}

function titleRow(model: Model, layout: Layout | null, width: number): Row {
  const { since, until } = model.diff;
  const task = model.review.current ?? "";
  const title = model.data.lines.get(task)?.title ?? "";
  const view = currentView(model);
  const name = since === null ? "DIFF" : sinceName(model, view);
  const round = until ?? view?.round?.number ?? 0;
  const place = layout === null ? "" : placeText(model, layout);
  const read = view === null ? "" : `read ${readShare(model, view)}%`;
  return head(
    row(span(name, "strong"), `  ${task} ${title}`),
    row(`round ${round}   ${place}${read}`),
    width,
  );
}

/** Only what came since this person's own redo is called so. */
function sinceName({ diff, data }: Model, view: TaskView | null): string {
  const last = view === null ? null : lastReviewedRound(view, data.me);
  const isLast = diff.until === null && diff.since === last;
  return isLast ? "SINCE YOUR LAST REVIEW" : "BETWEEN ROUNDS";
}

function placeText({ diff }: Model, { items, files, hunkAt }: Layout): string {
  const item = items[diff.at];
  if (item === undefined) return "";
  const hunk = hunkAt.filter((one) => one <= diff.at).length;
  return `file ${Math.min(item.file + 1, files.length)}/${files.length}   hunk ${hunk}/${hunkAt.length}   `;
}

function bodyRows(model: Model, layout: Layout | null, width: number, room: number): Row[] {
  if (layout === null) return [[], row("  The change is being read ...")];
  if (layout.items.length === 0) return [[], row("  No differences.")];
  const { top, at } = model.diff;
  const file = layout.files[layout.items[at]?.file ?? 0];
  const task = currentView(model)?.id ?? "";
  const isRead = file !== undefined && isFileRead(model.reading.read, task, file);
  const sticky =
    file === undefined
      ? []
      : apart(
          row(" ", span(file.path, "strong"), file.what === "changed" ? "" : `  ${file.what}`),
          row(`+${file.added} -${file.removed}  ${isRead ? "read" : "not read"} `),
          width,
        );
  const range = rangeItems(model);
  const shown = layout.items.slice(top, top + room - 1).map((item, index) => {
    const place = top + index;
    const isRanged = range !== null && place >= range.first && place <= range.last;
    return itemRow(item, model, layout, { width, isHere: place === at, isRanged });
  });
  return [sticky, ...shown];
}

function keysRow({ size, diff }: Model): Row {
  const keys = [
    ["A", "approve"],
    ["R", "redo"],
    ["X", "reject"],
    ["]/[", "hunk"],
    ["}/{", "finding"],
    ["J/K", "file"],
    ["c", "comment"],
    ["V", "range"],
    ["v", "read"],
    ["I", diff.since === null ? "since" : "whole"],
    ["z", "more"],
    ["?", "help"],
    ["Esc", "back"],
    ["s", "split"],
    ["w", "space"],
    ["o", "order"],
    ["Tab", "files"],
    ["b", "rounds"],
  ] as const;
  const pieces: Row[] = [];
  let used = 1;
  for (const [key, does] of keys) {
    used += key.length + does.length + 3;
    if (used > size.columns - 2) break;
    pieces.push([span(key, "key"), span(` ${does}  `)]);
  }
  return [span(" "), ...pieces.flat()];
}
