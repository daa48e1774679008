import {
  type Change,
  type DiffLine,
  noteReading,
  readKey,
  restoreReadLines,
  type Slice,
  type VisibleSlice,
} from "@countersign/review";
import type { Model } from "../../model/model.ts";
import { frontPanel } from "../../model/panel-state.ts";
import { digestLine } from "../../session/own-reading.ts";
import { currentLayout, diffRoom } from "./current-layout.ts";
import { diffState } from "./diff-state.ts";
import type { Item } from "./layout.ts";

/** Marks visible lines as read once they were shown long enough; runs after every key and every second. */
export function noteReadingHere(model: Model): Model {
  const reading = noteReading(model.reading, visibleSlices(model), model.nowMs);
  return reading === model.reading ? model : { ...model, reading };
}

/** Adds the lines of a change that have a mark. */
export function restoreReading(model: Model, change: Change): Model {
  const { read: before, marks } = model.reading;
  const read = restoreReadLines(before, marks.get(change.task) ?? new Map(), change, digestLine);
  return read === before ? model : { ...model, reading: { ...model.reading, read } };
}

/** Returns the visible slices of changed lines; none while lines are scrolled sideways and truncated. */
function visibleSlices(model: Model): VisibleSlice[] {
  const task = model.review.current;
  const layout = frontPanel(model) === "diff" ? currentLayout(model) : null;
  const { top, sideways } = diffState.of(model);
  if (layout === null || task === null || sideways > 0) return [];
  return layout.items.slice(top, top + diffRoom(model)).flatMap((item) => {
    const path = layout.files[item.file]?.path;
    if (path === undefined) return [];
    return changedSlices(item).map(({ text, slice }) => {
      return { name: `${path}\n${text}`, key: readKey(task, path), text, slice };
    });
  });
}

type ChangedSlice = { text: string; slice: Slice };

function changedSlices(item: Item): ChangedSlice[] {
  if (item.is === "line") return changedSlice(item.line, item.slice);
  if (item.is !== "pair") return [];
  const { left, right, leftSlice, rightSlice } = item;
  return [...changedSlice(left, leftSlice), ...changedSlice(right, rightSlice)];
}

function changedSlice(line: DiffLine | null, slice: Slice | null): ChangedSlice[] {
  if (slice === null || line === null || (line.sign !== "+" && line.sign !== "-")) return [];
  return [{ text: `${line.sign}${line.text}`, slice }];
}

/** Returns the changed lines of an item, each with its sign. */
export function changedLinesIn(item: Item): string[] {
  return changedSlices(item).map(({ text }) => text);
}
