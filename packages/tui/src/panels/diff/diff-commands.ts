import type { CommandId } from "@countersign/review";
import { FILE_ORDERS, lastReviewedRound, nextContextSize, patchText } from "@countersign/review";
import type { Model } from "../../model/model.ts";
import { type Move, movePosition } from "../../model/move.ts";
import { changeFront, frontPanel } from "../../model/panel-state.ts";
import { frontFrame } from "../../model/stack.ts";
import { type ModelStep, showNotice, withEffect, withoutEffects } from "../../model/step.ts";
import { currentView } from "../../model/tasks.ts";
import { navigateWithGuard } from "../../session/review-session.ts";
import { currentChange, currentLayout, diffRoom, isSplit } from "./current-layout.ts";
import { diffState, START } from "./diff-state.ts";
import { currentItem, restoreCursor } from "./keep-cursor.ts";
import type { Item, Layout } from "./layout.ts";
import { markFileHere, markHunkHere } from "./mark-read.ts";
import { acceptFinding, beginComment, beginDismissal, beginRange } from "./note-commands.ts";
import { commentRange } from "./range.ts";

type Handler = (model: Model) => ModelStep;

const SIDEWAYS = 8;

export const DIFF_COMMANDS: Readonly<Partial<Record<CommandId, Handler>>> = {
  "diff.left": (model) => withoutEffects(scrollSideways(model, -SIDEWAYS)),
  "diff.right": (model) => withoutEffects(scrollSideways(model, SIDEWAYS)),
  "diff.nextHunk": (model) => withoutEffects(stop(model, ({ hunkAt }) => hunkAt, 1)),
  "diff.previousHunk": (model) => withoutEffects(stop(model, ({ hunkAt }) => hunkAt, -1)),
  "diff.nextStop": (model) => withoutEffects(stop(model, stopsOf(model), 1)),
  "diff.previousStop": (model) => withoutEffects(stop(model, stopsOf(model), -1)),
  "diff.nextFile": (model) => withoutEffects(stop(model, ({ fileAt }) => fileAt, 1)),
  "diff.previousFile": (model) => withoutEffects(stop(model, ({ fileAt }) => fileAt, -1)),
  "diff.comment": beginComment,
  "diff.range": beginRange,
  "diff.accept": acceptFinding,
  "diff.dismiss": beginDismissal,
  "diff.order": (model) => withoutEffects(nextFileOrder(model)),
  "diff.viewed": (model) => withoutEffects(markViewed(model)),
  "diff.split": toggleSplit,
  "diff.space": (model) =>
    withoutEffects(
      restoreCursor(diffState.change(model, { blank: !diffState.of(model).blank }), model),
    ),
  "diff.load": (model) => withoutEffects(openFile(model)),
  "diff.more": (model) => withoutEffects(showMore(model)),
  "diff.pager": pageChange,
  "diff.tool": compareHere,
  "diff.rounds": pickRounds,
  "task.edit": editHere,
  "task.copyId": copyLocation,
  "review.diff": (model) => withoutEffects(openDiff(model)),
  "review.since": toggleSince,
  "app.back": goBack,
  "app.close": goBack,
};

function toggleSplit(model: Model): ModelStep {
  const next = diffState.change(model, { split: !isSplit(model) });
  const isRefused = !isSplit(model) && !isSplit(next);
  if (isRefused)
    return withoutEffects(showNotice(model, "Too narrow for two sides of 40 columns.", "warn"));
  return withoutEffects(restoreCursor(next, model));
}

/** Opens the change; after a redo by this person, the changes since then. */
function openDiff(model: Model): Model {
  const view = currentView(model);
  const since = view === null ? null : lastReviewedRound(view, model.data.me);
  const next = diffState.change(navigateWithGuard(model, { type: "OPEN", panel: "diff" }), START);
  return { ...next, review: { ...next.review, since, until: null } };
}

/** Switches between the whole change and the changes since this person's last redo. */
function toggleSince(model: Model): ModelStep {
  const view = currentView(model);
  const last = view === null ? null : lastReviewedRound(view, model.data.me);
  if (last === null)
    return withoutEffects(
      showNotice(model, "It is the first time you see this task: all of it is new."),
    );
  const isOpen = frontPanel(model) === "diff";
  const shown = isOpen ? model : openDiff(model);
  const since = isOpen && model.review.since !== null ? null : last;
  const next = diffState.change(shown, { at: 0, top: 0 });
  return withoutEffects({ ...next, review: { ...next.review, since, until: null } });
}

export function moveDiff(model: Model, move: Move): Model {
  if (frontFrame(model.stack).pane === 1) return moveFile(model, move);
  const layout = currentLayout(model);
  if (layout === null) return model;
  return at(
    model,
    movePosition(diffState.of(model).at, move, layout.items.length, diffRoom(model)),
  );
}

/** Moves the cursor to a line and keeps it visible. */
function at(model: Model, place: number): Model {
  const room = diffRoom(model);
  const { top } = diffState.of(model);
  const low = place - room + 1;
  const next = place < top ? place : Math.max(top, low);
  return diffState.change(model, { at: place, top: Math.max(0, next) });
}

/** Jumps to a line and shows the lines after it. */
function jump(model: Model, place: number): Model {
  const top = Math.max(0, place - 2);
  return diffState.change(model, { at: place, top });
}

function stop(model: Model, of: (layout: Layout) => readonly number[], by: -1 | 1): Model {
  const layout = currentLayout(model);
  if (layout === null) return model;
  const places = of(layout);
  const here = diffState.of(model).at;
  const next = by === 1 ? places.find((one) => one > here) : places.findLast((one) => one < here);
  return next === undefined
    ? showNotice(model, by === 1 ? "This is the last." : "This is the first.")
    : jump(model, next);
}

/** Returns the stops; with a filter its matches are stops too. */
function stopsOf({ filter }: Model): (layout: Layout) => readonly number[] {
  if (filter === "") return ({ stopAt }) => stopAt;
  const wanted = filter.toLowerCase();
  return ({ items }) =>
    items.flatMap((item, index) => (textIn(item).toLowerCase().includes(wanted) ? [index] : []));
}

/** Returns the text of a line, which belongs to its last row. */
function textIn(item: Item): string {
  if ((item.is !== "line" && item.is !== "pair") || !item.isLast) return "";
  if (item.is === "line") return item.line.text;
  return `${item.left?.text ?? ""} ${item.right?.text ?? ""}`;
}

/** Scrolls sideways; lines wrap until then, and afterwards take one row each. */
function scrollSideways(model: Model, by: number): Model {
  const sideways = Math.max(0, diffState.of(model).sideways + by);
  return restoreCursor(diffState.change(model, { sideways }), model);
}

function pathHere(model: Model): string | null {
  const item = currentItem(model);
  return item === null ? null : (currentLayout(model)?.files[item.file]?.path ?? null);
}

/** Marks the file as read, or the hunk whose header is under the cursor, and moves on. */
function markViewed(model: Model): Model {
  const layout = currentLayout(model);
  const item = currentItem(model);
  if (layout === null || item === null) return model;
  const { read, isRead } = item.is === "hunk" ? markHunkHere(model) : markFileHere(model);
  const next = { ...model, reading: { ...model.reading, read } };
  const after =
    item.is === "hunk"
      ? layout.hunkAt.find((place) => place > diffState.of(model).at)
      : layout.fileAt[item.file + 1];
  return isRead && after !== undefined ? jump(next, after) : next;
}

/** Changes the order of the files; the cursor stays on its line. */
function nextFileOrder(model: Model): Model {
  const old = currentLayout(model);
  const order =
    FILE_ORDERS[(FILE_ORDERS.indexOf(diffState.of(model).order) + 1) % FILE_ORDERS.length];
  if (old === null || order === undefined) return model;
  const noticed = showNotice(
    model,
    `Files by ${order}${order === "size" ? ", largest first" : ""}.`,
  );
  const next = diffState.change(noticed, { order });
  const file = old.items[diffState.of(model).at]?.file ?? 0;
  const start = old.fileAt[file];
  const layout = currentLayout(next);
  const now = layout?.files.findIndex(({ path }) => path === old.files[file]?.path) ?? -1;
  const place = layout?.fileAt[now];
  if (start === undefined || place === undefined) return next;
  return jump(next, place + diffState.of(model).at - start);
}

/** Copies the location under the cursor. */
function copyLocation(model: Model): ModelStep {
  const range = commentRange(model);
  const text = range === null ? pathHere(model) : `${range.path}:${range.line}`;
  return text === null
    ? withoutEffects(model)
    : withEffect(showNotice(model, `copied ${text}`), { type: "copy", text });
}

/** Cancels the range, or closes the panel if there is none. */
function goBack(model: Model): ModelStep {
  if (diffState.of(model).range !== null)
    return withoutEffects(diffState.change(model, { range: null }));
  return withoutEffects(navigateWithGuard(model, { type: "BACK" }));
}

/** Moves to another file in the list of files. */
function moveFile(model: Model, move: Move): Model {
  const layout = currentLayout(model);
  if (layout === null) return model;
  const here = currentItem(model)?.file ?? 0;
  const place = layout.fileAt[movePosition(here, move, layout.files.length, diffRoom(model))];
  return place === undefined ? model : jump(model, place);
}

function openFile(model: Model): Model {
  if (frontFrame(model.stack).pane === 1) return changeFront(model, { pane: 0 });
  const item = currentItem(model);
  const path = pathHere(model);
  if (path === null || (item?.is !== "closed" && item?.is !== "file")) return model;
  const opened = new Set([...diffState.of(model).opened, path]);
  return diffState.change(model, { opened });
}

/** Shows more context around the changes of this file; opens a collapsed file first. */
function showMore(model: Model): Model {
  const path = pathHere(model);
  if (path === null) return model;
  if (currentItem(model)?.is === "closed") return openFile(model);
  const around = new Map(diffState.of(model).around);
  const next = nextContextSize(around.get(path) ?? "near");
  around.set(path, next);
  const noticed = showNotice(model, AROUND_WORDS[next]);
  return restoreCursor(diffState.change(noticed, { around }), model);
}

const AROUND_WORDS = {
  near: "Three lines around each change.",
  far: "Twenty-five lines around each change.",
  all: "The whole file.",
} as const;

/** Opens the change in the person's pager. */
function pageChange(model: Model): ModelStep {
  const change = currentChange(model);
  if (change === null)
    return withoutEffects(showNotice(model, "The change is still being read.", "warn"));
  return withEffect(model, { type: "page", text: patchText(change) });
}

/** Opens both versions of the file under the cursor in the person's difftool. */
function compareHere(model: Model): ModelStep {
  const path = pathHere(model);
  const task = model.review.current;
  if (path === null || task === null)
    return withoutEffects(showNotice(model, "Move to a file first.", "warn"));
  const { since, until } = model.review;
  return withEffect(model, { type: "compare", task, since, until, path });
}

function pickRounds(model: Model): ModelStep {
  const round = currentView(model)?.round?.number ?? 0;
  if (round < 2) return withoutEffects(showNotice(model, "There is only one round."));
  return withoutEffects(navigateWithGuard(model, { type: "OPEN", panel: "rounds" }));
}

/** Moves the cursor to the clicked line or file. */
export function clickDiff(
  model: Model,
  { region, at: index }: { region: string; at: number },
): Model | null {
  const layout = currentLayout(model);
  if (region === "line") return layout?.items[index] === undefined ? null : at(model, index);
  const start = layout?.fileAt[index];
  return start === undefined ? null : jump(model, start);
}

/** Reports that a file is too large for more context, and returns to the smallest context. */
export function dropContext(model: Model, key: string): Model {
  const before = diffState.of(model).around;
  const path = [...before.keys()].find((one) => key.endsWith(` ${one}`)) ?? "It";
  const around = new Map([...before].filter(([one]) => one !== path));
  const noticed = showNotice(model, `${path} is too large to show more of it.`, "warn");
  return diffState.change(noticed, { around });
}

function editHere(model: Model): ModelStep {
  const place = commentRange(model);
  const path = place?.path ?? pathHere(model);
  if (path === null)
    return withoutEffects(showNotice(model, "Open the diff and move to a line first."));
  return withEffect(model, { type: "open_file", path, line: place?.line ?? 1 });
}
