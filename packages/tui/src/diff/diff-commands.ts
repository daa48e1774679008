import { type Move, moved } from "../app/move.ts";
import type { CommandId } from "../keys/commands.ts";
import { EMPTY_FIELD } from "../keys/text-field.ts";
import { panelOf } from "../panels/panel-machine.ts";
import { changeDraft } from "../redo/redo-form.ts";
import { go } from "../review/open-review.ts";
import { viewedKey } from "../review/read-share.ts";
import type { Model } from "../store/model.ts";
import { only, type Step, say, withEffect } from "../store/step.ts";
import { currentView } from "../store/tasks.ts";
import { currentLayout, diffRoom, isSplit } from "./current-layout.ts";
import { type Item, type Layout, lineIn } from "./layout.ts";
import { lastReviewed } from "./since-rows.ts";

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
  "diff.accept": acceptFinding,
  "diff.dismiss": (model) =>
    findingHere(model) === null
      ? only(say(model, "Move to a finding first: } {", "warn"))
      : only({ ...model, line: { is: "dismiss", field: EMPTY_FIELD } }),
  "diff.viewed": (model) => only(markViewed(model)),
  "diff.split": toggleSplit,
  "diff.space": (model) =>
    only(
      sameLine({ ...model, diff: { ...model.diff, blank: !model.diff.blank } }, itemHere(model)),
    ),
  "diff.load": (model) => only(openFile(model)),
  "task.edit": editHere,
};

function toggleSplit(model: Model): Step {
  const next = { ...model, diff: { ...model.diff, split: !isSplit(model) } };
  const isRefused = !isSplit(model) && !isSplit(next);
  if (isRefused) return only(say(model, "Too narrow for two sides of 40 columns.", "warn"));
  return only(sameLine(next, itemHere(model)));
}

/** The line that was under the cursor, wherever another layout has put it. */
function sameLine(model: Model, item: Item | null): Model {
  const layout = currentLayout(model);
  if (layout === null || item === null) return model;
  const line = lineIn(item);
  const found = layout.items.findIndex(
    (one) => one.file === item.file && line !== null && lineIn(one)?.new === line.new,
  );
  return jump(model, found === -1 ? (layout.fileAt[item.file] ?? 0) : found);
}

export function openDiff(model: Model): Model {
  const view = currentView(model);
  const since = view === null ? null : lastReviewed(view, model.data.me);
  const next = go(model, { type: "OPEN", panel: "diff" });
  return { ...next, diff: { ...next.diff, since, at: 0, top: 0, sideways: 0 } };
}

/** The whole change, or what came since this person last said something. */
export function toggleSince(model: Model): Step {
  const view = currentView(model);
  const last = view === null ? null : lastReviewed(view, model.data.me);
  if (last === null)
    return only(say(model, "It is the first time you see this task: all of it is new."));
  const shown = panelOf(model.panels) === "diff" ? model : openDiff(model);
  const since = shown === model && model.diff.since !== null ? null : last;
  return only({ ...shown, diff: { ...shown.diff, since, at: 0, top: 0 } });
}

export function moveDiff(model: Model, move: Move): Model {
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

function textIn(item: Item): string {
  if (item.is === "line") return item.line.text;
  return item.is === "pair" ? `${item.left?.text ?? ""} ${item.right?.text ?? ""}` : "";
}

function scrollSideways(model: Model, by: number): Model {
  const sideways = Math.max(0, model.diff.sideways + by);
  return { ...model, diff: { ...model.diff, sideways } };
}

function itemHere(model: Model): Item | null {
  return currentLayout(model)?.items[model.diff.at] ?? null;
}

function pathHere(model: Model): string | null {
  const item = itemHere(model);
  return item === null ? null : (currentLayout(model)?.files[item.file]?.path ?? null);
}

type Place = { path: string; line: number; quote: string };

/** The line of the new version under the cursor. */
function placeHere(model: Model): Place | null {
  const item = itemHere(model);
  const path = pathHere(model);
  if (item === null || path === null) return null;
  const line = lineIn(item);
  if (line === null) return null;
  const number = line.new ?? line.old;
  return number === null ? null : { path, line: number, quote: line.text };
}

function beginComment(model: Model): Step {
  if (placeHere(model) === null) return only(say(model, "Move to a line of code first.", "warn"));
  return only({ ...model, line: { is: "comment", field: EMPTY_FIELD } });
}

/** Kept until a decision is sent, then sent as one message. */
export function addComment(model: Model, text: string): Model {
  const place = placeHere(model);
  if (place === null || text === "") return model;
  return changeDraft(model, (draft) => ({
    ...draft,
    comments: [...draft.comments, { ...place, text }],
  }));
}

function findingHere(model: Model): string | null {
  const item = itemHere(model);
  return item?.is === "note" ? item.finding : null;
}

function acceptFinding(model: Model): Step {
  const finding = findingHere(model);
  if (finding === null) return only(say(model, "Move to a finding first: } {", "warn"));
  return only(
    changeDraft(model, (draft) => ({
      ...draft,
      findings: draft.findings.includes(finding)
        ? draft.findings.filter((one) => one !== finding)
        : [...draft.findings, finding],
    })),
  );
}

export function dismissFinding(model: Model, reason: string): Step {
  const finding = findingHere(model);
  const task = model.review.current;
  if (finding === null || task === null) return only(model);
  if (reason === "") return only(say(model, "A dismissal needs a reason.", "warn"));
  return withEffect(model, { type: "send", sending: { act: "dismiss", task, finding, reason } });
}

/** Marks the file as read, closes nothing, and goes to the next one. */
function markViewed(model: Model): Model {
  const path = pathHere(model);
  const view = currentView(model);
  if (path === null || view === null || view.round === null) return model;
  const key = viewedKey(view.id, view.round.number, path);
  const viewed = new Set(model.diff.viewed);
  if (viewed.delete(key)) return { ...model, diff: { ...model.diff, viewed } };
  viewed.add(key);
  const next = { ...model, diff: { ...model.diff, viewed } };
  const layout = currentLayout(next);
  const after = layout?.fileAt.find((one) => one > next.diff.at);
  return after === undefined ? next : jump(next, after);
}

function openFile(model: Model): Model {
  const item = itemHere(model);
  const path = pathHere(model);
  if (path === null || (item?.is !== "closed" && item?.is !== "file")) return model;
  const opened = new Set([...model.diff.opened, path]);
  return { ...model, diff: { ...model.diff, opened } };
}

function editHere(model: Model): Step {
  const place = placeHere(model);
  const path = place?.path ?? pathHere(model);
  if (path === null) return only(say(model, "Open the diff and move to a line first."));
  return withEffect(model, { type: "open_file", path, line: place?.line ?? 1 });
}
