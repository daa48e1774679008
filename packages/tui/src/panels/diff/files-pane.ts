import type { ChangedFile } from "@countersign/review";
import { baseName, isFileRead, SIGNS } from "@countersign/review";
import type { Model } from "../../model/model.ts";
import { centredStart } from "../../model/move.ts";
import { currentView } from "../../model/tasks.ts";
import { apart, entryRow, row, type ScreenRow, span } from "../../terminal/row.ts";
import { diffState } from "./diff-state.ts";
import type { Layout } from "./layout.ts";

/** Draws the files of the change with reading progress and findings. */
export function filesRows(model: Model, layout: Layout, width: number, room: number): ScreenRow[] {
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
  return apart(row(" ", mark, " ", name), numbers, width);
}
