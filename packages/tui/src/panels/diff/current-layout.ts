import type { Change, ChangedFile } from "@countersign/review";
import { changeKey, wholeFileKey } from "../../data/data.ts";
import type { Model } from "../../model/model.ts";
import { currentView } from "../../model/tasks.ts";
import { taskDraft } from "../../session/drafts.ts";
import { isRoomySize } from "../../terminal/box.ts";
import { diffState } from "./diff-state.ts";
import { createLayout, type Layout } from "./layout.ts";
import { sinceRows } from "./since-rows.ts";
import { sideWidth } from "./slice-line.ts";

export const FILES_PANE = 26;
const MIN_SIDE = 40;
/** Minimum number of columns for the side-by-side view. */
const SPLIT_COLUMNS = 160;

type CachedLayout = { key: readonly unknown[]; layout: Layout };
const known = new WeakMap<Change, CachedLayout>();

/** Returns the layout of the current change, cached until one of its inputs changes. */
export function currentLayout(model: Model): Layout | null {
  const view = currentView(model);
  const change = currentChange(model);
  if (view === null || change === null) return null;
  const { opened, blank, around, order, sideways } = diffState.of(model);
  const { since } = model.review;
  const wrap = sideways === 0;
  const whole = wholeFiles(model, change);
  const split = isSplit(model);
  const width = diffWidth(model);
  const draft = taskDraft(model, view.id);
  const drafts = [draft.comments, draft.findings];
  const key = [
    view.seq,
    opened,
    blank,
    order,
    split,
    width,
    wrap,
    ...drafts,
    since,
    around,
    model.data.wholes,
  ];
  const found = known.get(change);
  if (found?.key.every((part, at) => part === key[at])) return found.layout;
  const layout = createLayout({
    change,
    findings: view.findings,
    comments: draft.comments,
    accepted: draft.findings,
    opened,
    around,
    whole,
    order,
    split,
    blank,
    width: width - 1,
    wrap,
    keymap: model.keymap,
    intro:
      since === null
        ? []
        : sinceRows(view, { since, now: change.round, me: model.data.me, change }, width),
  });
  known.set(change, { key, layout });
  return layout;
}

/** Returns the open change; null while it is loading. */
export function currentChange(model: Model): Change | null {
  const key = currentChangeKey(model);
  return key === null ? null : (model.data.changes.get(key) ?? null);
}

/** Returns the key of the open change. */
export function currentChangeKey({ data, review }: Pick<Model, "data" | "review">): string | null {
  const task = review.current;
  const round =
    task === null ? null : (review.until ?? data.views.get(task)?.round?.number ?? null);
  return task === null || round === null ? null : changeKey(task, round, review.since);
}

/** Returns the files whose full content was requested, by path. */
function wholeFiles(model: Model, { files }: Change): ReadonlyMap<string, ChangedFile> {
  const key = currentChangeKey(model) ?? "";
  return new Map(
    files.flatMap(({ path }) => {
      const file = diffState.of(model).around.has(path)
        ? model.data.wholes.get(wholeFileKey(key, path))
        : null;
      return file === null || file === undefined ? [] : [[path, file] as const];
    }),
  );
}

export function hasFilesPane(model: Model): boolean {
  return isRoomySize(model) && model.size.columns >= 110;
}

/** Returns the width of a line of the change in cells. */
export function diffWidth(model: Model): number {
  return hasFilesPane(model) ? model.size.columns - 3 - FILES_PANE : model.size.columns - 2;
}

/** Chooses the side-by-side view if both sides fit, unless the person chose otherwise. */
export function isSplit(model: Model): boolean {
  const fits = sideWidth(diffWidth(model) - 1) >= MIN_SIDE;
  return fits && (diffState.of(model).split ?? model.size.columns >= SPLIT_COLUMNS);
}

const AROUND = 6;

/** Returns the number of visible lines of the change. */
export function diffRoom({ size }: Pick<Model, "size">): number {
  return Math.max(1, size.rows - 1 - AROUND - 1);
}

/** Returns the key under which the colours of a file of the current change are stored. */
export function colouredFile(model: Model, path: string): string {
  return `${currentChangeKey(model) ?? ""} ${path}`;
}
