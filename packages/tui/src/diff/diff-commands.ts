import type { CommandId } from "@countersign/review";
import {
  FILE_ORDERS,
  forgetMarks,
  lastReviewedRound,
  moreAround,
  patchText,
} from "@countersign/review";
import { type Move, moved } from "../app/move.ts";
import { panelOf } from "../panels/panel-machine.ts";
import { go } from "../review/open-review.ts";
import type { Model } from "../store/model.ts";
import { only, type Step, say, withEffect } from "../store/step.ts";
import { currentView } from "../store/tasks.ts";
import { currentChange, currentLayout, diffRoom, isSplit } from "./current-layout.ts";
import { filesTop } from "./files-pane.ts";
import type { Item, Layout } from "./layout.ts";
import { markFileHere, markHunkHere } from "./mark-read.ts";
import { acceptFinding, beginComment, beginDismissal, beginRange } from "./note-commands.ts";
import { placeHere } from "./range.ts";
import { itemHere, sameLine } from "./same-line.ts";

type Handler = (model: Model) => Step;

const SIDEWAYS = 8;

export const DIFF_COMMANDS: Readonly<Partial<Record<CommandId, Handler>>> = {
  "diff.left": (model) => only(scrollSideways(model, -SIDEWAYS)),
  "diff.right": (model) => only(scrollSideways(model, SIDEWAYS)),
  "diff.nextHunk": (model) => only(stop(model, ({ hunkAt }) => hunkAt, 1)),
  "diff.previousHunk": (model) => only(stop(model, ({ hunkAt }) => hunkAt, -1)),
  "diff.nextStop": (model) => only(stop(model, stopsOf(model), 1)),
  "diff.previousStop": (model) => only(stop(model, stopsOf(model), -1)),
  "diff.nextFile": (model) => only(stop(model, ({ fileAt }) => fileAt, 1)),
  "diff.previousFile": (model) => only(stop(model, ({ fileAt }) => fileAt, -1)),
  "diff.comment": beginComment,
  "diff.range": beginRange,
  "diff.accept": acceptFinding,
  "diff.dismiss": beginDismissal,
  "diff.order": (model) => only(nextFileOrder(model)),
  "diff.viewed": (model) => only(markViewed(model)),
  "diff.split": toggleSplit,
  "diff.space": (model) =>
    only(sameLine({ ...model, diff: { ...model.diff, blank: !model.diff.blank } }, model)),
  "diff.load": (model) => only(openFile(model)),
  "diff.more": (model) => only(showMore(model)),
  "diff.pager": pageChange,
  "diff.tool": compareHere,
  "diff.rounds": pickRounds,
  "task.edit": editHere,
};

function toggleSplit(model: Model): Step {
  const next = { ...model, diff: { ...model.diff, split: !isSplit(model) } };
  const isRefused = !isSplit(model) && !isSplit(next);
  if (isRefused) return only(say(model, "Too narrow for two sides of 40 columns.", "warn"));
  return only(sameLine(next, model));
}

export function openDiff(model: Model): Model {
  const view = currentView(model);
  const since = view === null ? null : lastReviewedRound(view, model.data.me);
  const next = go(model, { type: "OPEN", panel: "diff" });
  return {
    ...next,
    diff: { ...next.diff, since, until: null, range: null, at: 0, top: 0, sideways: 0 },
  };
}

/** The whole change, or what came since this person last said something. */
export function toggleSince(model: Model): Step {
  const view = currentView(model);
  const last = view === null ? null : lastReviewedRound(view, model.data.me);
  if (last === null)
    return only(say(model, "It is the first time you see this task: all of it is new."));
  const shown = panelOf(model.panels) === "diff" ? model : openDiff(model);
  const since = shown === model && model.diff.since !== null ? null : last;
  return only({ ...shown, diff: { ...shown.diff, since, until: null, at: 0, top: 0 } });
}

export function moveDiff(model: Model, move: Move): Model {
  if (model.pane === 1) return moveFile(model, move);
  const layout = currentLayout(model);
  if (layout === null) return model;
  return at(model, moved(model.diff.at, move, layout.items.length, diffRoom(model)));
}

/** Puts the cursor on a line and keeps it in sight. */
function at(model: Model, place: number): Model {
  const room = diffRoom(model);
  const { top } = model.diff;
  const low = place - room + 1;
  const next = place < top ? place : Math.max(top, low);
  return { ...model, diff: { ...model.diff, at: place, top: Math.max(0, next) } };
}

/** Jumps to a place and shows what follows it. */
function jump(model: Model, place: number): Model {
  const top = Math.max(0, place - 2);
  return { ...model, diff: { ...model.diff, at: place, top } };
}

function stop(model: Model, of: (layout: Layout) => readonly number[], by: -1 | 1): Model {
  const layout = currentLayout(model);
  if (layout === null) return model;
  const places = of(layout);
  const here = model.diff.at;
  const next = by === 1 ? places.find((one) => one > here) : places.findLast((one) => one < here);
  return next === undefined
    ? say(model, by === 1 ? "This is the last." : "This is the first.")
    : jump(model, next);
}

/** With a filter its matches are stops as well. */
function stopsOf({ filter }: Model): (layout: Layout) => readonly number[] {
  if (filter === "") return ({ stopAt }) => stopAt;
  const wanted = filter.toLowerCase();
  return ({ items }) =>
    items.flatMap((item, index) => (textIn(item).toLowerCase().includes(wanted) ? [index] : []));
}

/** The text of a line belongs to its last row. */
function textIn(item: Item): string {
  if ((item.is !== "line" && item.is !== "pair") || !item.isLast) return "";
  if (item.is === "line") return item.line.text;
  return `${item.left?.text ?? ""} ${item.right?.text ?? ""}`;
}

/** Lines wrap until they are scrolled sideways; then each takes one row. */
function scrollSideways(model: Model, by: number): Model {
  const sideways = Math.max(0, model.diff.sideways + by);
  return sameLine({ ...model, diff: { ...model.diff, sideways } }, model);
}

function pathHere(model: Model): string | null {
  const item = itemHere(model);
  return item === null ? null : (currentLayout(model)?.files[item.file]?.path ?? null);
}

/** Marks the file as read, or the hunk whose head is under the cursor, closes nothing, and goes on. */
function markViewed(model: Model): Model {
  const layout = currentLayout(model);
  const item = itemHere(model);
  if (layout === null || item === null) return model;
  const { read, isRead } = item.is === "hunk" ? markHunkHere(model) : markFileHere(model);
  const path = layout.files[item.file]?.path ?? "";
  const marks = isRead
    ? model.reading.marks
    : forgetMarks(model.reading.marks, model.review.current ?? "", path);
  const next = { ...model, reading: { ...model.reading, read, marks } };
  const after =
    item.is === "hunk"
      ? layout.hunkAt.find((place) => place > model.diff.at)
      : layout.fileAt[item.file + 1];
  return isRead && after !== undefined ? jump(next, after) : next;
}

/** The files in another order; the cursor stays on its line. */
function nextFileOrder(model: Model): Model {
  const old = currentLayout(model);
  const order = FILE_ORDERS[(FILE_ORDERS.indexOf(model.diff.order) + 1) % FILE_ORDERS.length];
  if (old === null || order === undefined) return model;
  const told = say(model, `Files by ${order}${order === "size" ? ", largest first" : ""}.`);
  const next = { ...told, diff: { ...model.diff, order } };
  const file = old.items[model.diff.at]?.file ?? 0;
  const start = old.fileAt[file];
  const layout = currentLayout(next);
  const now = layout?.files.findIndex(({ path }) => path === old.files[file]?.path) ?? -1;
  const place = layout?.fileAt[now];
  if (start === undefined || place === undefined) return next;
  return jump(next, place + model.diff.at - start);
}

/** What is copied here: the place under the cursor. */
export function nameHere(model: Model): string | null {
  const place = placeHere(model);
  return place === null ? pathHere(model) : `${place.path}:${place.line}`;
}

/** The file before or after this one, for whoever moves in the list of files. */
function moveFile(model: Model, move: Move): Model {
  const layout = currentLayout(model);
  if (layout === null) return model;
  const here = itemHere(model)?.file ?? 0;
  const place = layout.fileAt[moved(here, move, layout.files.length, diffRoom(model))];
  return place === undefined ? model : jump(model, place);
}

function openFile(model: Model): Model {
  if (model.pane === 1) return { ...model, pane: 0 };
  const item = itemHere(model);
  const path = pathHere(model);
  if (path === null || (item?.is !== "closed" && item?.is !== "file")) return model;
  const opened = new Set([...model.diff.opened, path]);
  return { ...model, diff: { ...model.diff, opened } };
}

/** More lines around the changes of this file; a closed one is opened first. */
function showMore(model: Model): Model {
  const path = pathHere(model);
  if (path === null) return model;
  if (itemHere(model)?.is === "closed") return openFile(model);
  const around = new Map(model.diff.around);
  const next = moreAround(around.get(path) ?? "near");
  around.set(path, next);
  const told = say(model, AROUND_WORDS[next]);
  return sameLine({ ...told, diff: { ...model.diff, around } }, model);
}

const AROUND_WORDS = {
  near: "Three lines around each change.",
  far: "Twenty-five lines around each change.",
  all: "The whole file.",
} as const;

/** The change as it is shown, in the person's own pager. */
function pageChange(model: Model): Step {
  const change = currentChange(model);
  if (change === null) return only(say(model, "The change is still being read.", "warn"));
  return withEffect(model, { type: "page", text: patchText(change) });
}

/** Both versions of the file under the cursor, in the person's own tool. */
function compareHere(model: Model): Step {
  const path = pathHere(model);
  const task = model.review.current;
  if (path === null || task === null) return only(say(model, "Move to a file first.", "warn"));
  const { since, until } = model.diff;
  return withEffect(model, { type: "compare", task, since, until, path });
}

function pickRounds(model: Model): Step {
  const round = currentView(model)?.round?.number ?? 0;
  if (round < 2) return only(say(model, "There is only one round."));
  return only(go(model, { type: "OPEN", panel: "rounds" }));
}

/** The line that was pointed at. */
export function goToItem(model: Model, place: number): Model | null {
  const items = currentLayout(model)?.items ?? [];
  return items[place] === undefined ? null : at(model, place);
}

/** The file that was pointed at in the list of files. */
export function goToFile(model: Model, line: number, room: number): Model | null {
  const layout = currentLayout(model);
  if (layout === null) return null;
  const here = itemHere(model)?.file ?? 0;
  const place = layout.fileAt[filesTop(here, layout.files.length, room) + line];
  return place === undefined ? null : jump(model, place);
}

function editHere(model: Model): Step {
  const place = placeHere(model);
  const path = place?.path ?? pathHere(model);
  if (path === null) return only(say(model, "Open the diff and move to a line first."));
  return withEffect(model, { type: "open_file", path, line: place?.line ?? 1 });
}
