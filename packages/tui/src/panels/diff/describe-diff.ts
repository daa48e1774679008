import type { DiffLine } from "@countersign/review";
import { countText, firstKey, isFileRead } from "@countersign/review";
import type { Model } from "../../model/model.ts";
import { currentView } from "../../model/tasks.ts";
import { keysText, type PanelText } from "../../screen-reader/screen-text.ts";
import { toSpokenText } from "../../screen-reader/spoken-text.ts";
import { readShare } from "../../session/read-share.ts";
import { rowText } from "../../terminal/row.ts";
import { currentLayout } from "./current-layout.ts";
import { diffState } from "./diff-state.ts";
import type { Item, Layout } from "./layout.ts";

/** Describes the change as a list of files, and the line under the cursor. */
export function describeDiff(model: Model): PanelText {
  const task = model.review.current ?? "";
  const layout = currentLayout(model);
  const view = currentView(model);
  const { since } = model.review;
  const name = since === null ? `Change of ${task}` : `Change of ${task} since round ${since}`;
  const keys = keysText(model.keymap, [
    [["nav.down", "nav.up"], "line"],
    [["diff.nextHunk", "diff.previousHunk"], "hunk"],
    [["diff.nextStop", "diff.previousStop"], "finding"],
    [["diff.nextFile", "diff.previousFile"], "file"],
    [["diff.comment"], "comment"],
    [["diff.accept"], "takes a finding along"],
    [["diff.viewed"], "read"],
    [["diff.more"], "more around"],
    [["review.approve"], "approve"],
    [["review.redo"], "redo"],
    [["review.reject"], "reject"],
    [["app.back"], "back"],
  ]);
  if (layout === null) return { name, lines: ["Being read."], here: "", keys };
  const share = view === null ? "" : `, read ${readShare(model, view)} per cent`;
  return {
    name: `${name}, ${countText(layout.files.length, "file")}`,
    lines: layout.files.map(({ path, what, added, removed }) =>
      toSpokenText(`${path}, ${what}, ${added} added, ${removed} removed`),
    ),
    here: `${itemWords(model, layout)}${isAtFile(model, layout) ? share : ""}`,
    keys,
  };
}

function isAtFile(model: Model, { items }: Layout): boolean {
  return items[diffState.of(model).at]?.is === "file";
}

function itemWords(model: Model, layout: Layout): string {
  const item = layout.items[diffState.of(model).at];
  if (item === undefined) return "No differences.";
  switch (item.is) {
    case "file":
      return fileWords(model, layout, item.file);
    case "closed":
      return `${item.why}, ${firstKey(model.keymap, "diff.load")} opens it`;
    case "hunk":
      return toSpokenText(`${item.skipped} unchanged lines left out. ${item.text}`);
    case "line":
      return lineWords(item.line);
    case "pair":
      return pairWords(item);
    case "note":
      return noteWords(layout, diffState.of(model).at);
    case "text":
      return toSpokenText(rowText(item.row));
  }
}

function fileWords(model: Model, { files }: Layout, at: number): string {
  const file = files[at];
  if (file === undefined) return "";
  const isRead = isFileRead(model.reading.read, model.review.current ?? "", file);
  return toSpokenText(
    `File ${at + 1} of ${files.length}, ${file.path}, ${isRead ? "read" : "not read"}`,
  );
}

const KINDS: Readonly<Record<DiffLine["sign"], string>> = {
  "+": "added",
  "-": "removed",
  " ": "",
  "\\": "",
};

function lineWords({ sign, old, new: now, text }: DiffLine): string {
  const kind = KINDS[sign] === "" ? "" : ` ${KINDS[sign]}`;
  // Code keeps its symbols.
  return `Line ${now ?? old ?? ""}${kind}: ${text}`;
}

function pairWords({ left, right }: Extract<Item, { is: "pair" }>): string {
  const lines = [left, right === left ? null : right].filter((line) => line !== null);
  return lines.map(lineWords).join(". ");
}

/** Returns a whole finding or comment, from its first row. */
function noteWords({ items }: Layout, at: number): string {
  const rows: string[] = [];
  for (const [index, item] of items.slice(at).entries()) {
    if (item.is !== "note" || (index > 0 && item.isFirst)) break;
    rows.push(toSpokenText(rowText(item.row)));
  }
  return rows.filter((text) => text !== "").join(" ");
}
