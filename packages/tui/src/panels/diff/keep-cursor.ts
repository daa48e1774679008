import type { Model } from "../../model/model.ts";
import { frontPanel } from "../../model/panel-state.ts";
import { currentLayout } from "./current-layout.ts";
import { diffState } from "./diff-state.ts";
import { type Item, itemLine, type Layout } from "./layout.ts";

/** Returns the item under the cursor. */
export function currentItem(model: Model): Item | null {
  return currentLayout(model)?.items[diffState.of(model).at] ?? null;
}

/** Keeps the cursor on its line, and the line at its screen row, in another layout of the same change. */
export function restoreCursor(model: Model, before: Model): Model {
  // The old layout is still cached; computing it first keeps the new one cached afterwards.
  const old = currentLayout(before);
  const layout = currentLayout(model);
  if (layout === null || old === null || layout === old) return model;
  const at = placeIn(layout, old, diffState.of(before).at);
  const top = Math.max(0, at - (diffState.of(before).at - diffState.of(before).top));
  return diffState.change(model, { at, top });
}

/** Keeps the cursor on its line when new data changes the layout. */
export function keepCursor(model: Model, before: Model): Model {
  const isOpen = frontPanel(model) === "diff" && frontPanel(before) === "diff";
  return isOpen ? restoreCursor(model, before) : model;
}

function placeIn(layout: Layout, old: Layout, from: number): number {
  const here = old.items[from];
  // An item that is not a line, such as a gap, maps to the line after it.
  const line = old.items.slice(from).find((item) => itemLine(item) !== null);
  const file = fileIn(layout, old, here?.file ?? 0);
  for (const item of [here, line]) {
    const found =
      item === undefined
        ? -1
        : layout.items.findIndex((one) => one.file === file && isSame(one, item));
    if (found !== -1) return found;
  }
  return layout.fileAt[file] ?? 0;
}

/** Returns the index of a file in the new layout, which may differ after new findings. */
function fileIn(layout: Layout, old: Layout, file: number): number {
  const path = old.files[file]?.path;
  const found = layout.files.findIndex((one) => one.path === path);
  return found === -1 ? file : found;
}

/** Checks whether two items of one file are the same line, note or header. */
function isSame(one: Item, other: Item): boolean {
  const [line, wanted] = [itemLine(one), itemLine(other)];
  if (line !== null && wanted !== null)
    return wanted.new === null ? line.old === wanted.old : line.new === wanted.new;
  if (one.is === "note" && other.is === "note")
    return one.isFirst && one.finding !== null && one.finding === other.finding;
  return one.is === "file" && other.is === "file";
}
