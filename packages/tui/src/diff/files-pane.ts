import type { ChangedFile } from "@countersign/review";
import { baseName, isFileRead, SIGNS } from "@countersign/review";
import type { Model } from "../store/model.ts";
import { currentView } from "../store/tasks.ts";
import { apart, type Row, row, span } from "../terminal/row.ts";
import type { Layout } from "./layout.ts";

/** The files of the change, with what was read and what was found. */
export function filesRows(model: Model, layout: Layout, width: number, room: number): Row[] {
  const here = layout.items[model.diff.at]?.file ?? 0;
  const top = filesTop(here, layout.files.length, room);
  return layout.files
    .slice(top, top + room)
    .map((file, index) => fileRow(model, file, top + index === here, width));
}

/** The first file in sight; the one that is read is in the middle where there are more. */
export function filesTop(here: number, length: number, room: number): number {
  return Math.max(0, Math.min(here - Math.floor(room / 2), length - room));
}

function fileRow(model: Model, file: ChangedFile, isHere: boolean, width: number): Row {
  const view = currentView(model);
  const isRead = isFileRead(model.reading.read, view?.id ?? "", file);
  const found = (view?.findings ?? []).filter(
    (one) => one.file === file.path && one.disposition.is === "open",
  ).length;
  const mark = isRead ? span(SIGNS.tick, "good") : span(isHere ? SIGNS.file : " ", "strong");
  const name = span(baseName(file.path), isHere ? "selected" : "plain");
  const marks = found === 0 ? "" : ` ${SIGNS.warning}${found}`;
  const numbers = row(` +${file.added} -${file.removed}`, span(marks, "warn"), " ");
  return apart(row(" ", mark, " ", name), numbers, width);
}
