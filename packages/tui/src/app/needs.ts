import { MOST_SPRINT_TASKS } from "@countersign/api";
import type { PanelId } from "@countersign/review";
import { visibleCards } from "../board/board-view.ts";
import { panelOf } from "../panels/panel-machine.ts";
import { COLUMN_NAMES, type Column, changeKey, triedKey, wholeKey } from "../store/data.ts";
import type { Model } from "../store/model.ts";
import { cardsOf, pendingOf } from "../store/tasks.ts";

/** Something that the screen needs and the engine has not told yet. Its key tells one need from another. */
export type Need = { readonly key: string } & (
  | { readonly is: "me" }
  | { readonly is: "inbox"; readonly order: Model["review"]["order"] }
  | { readonly is: "column"; readonly column: Column; readonly after: string | null }
  | { readonly is: "view"; readonly task: string }
  | {
      readonly is: "change";
      readonly task: string;
      readonly round: number;
      readonly since: number | null;
      /** Left out of the question where it is the current round. */
      readonly until: number | null;
    }
  | {
      readonly is: "whole";
      readonly task: string;
      readonly since: number | null;
      readonly until: number | null;
      readonly path: string;
      /** What it is remembered by. */
      readonly whole: string;
    }
  | { readonly is: "why"; readonly task: string }
  | { readonly is: "tried"; readonly task: string; readonly seq: number }
  | { readonly is: "duration"; readonly task: string; readonly round: number }
  | { readonly is: "status"; readonly minute: number }
  | { readonly is: "sprint"; readonly minute: number }
  | { readonly is: "activity"; readonly after: string | null }
);

/** They are about tasks, not about one. */
const LISTS: ReadonlySet<PanelId> = new Set(["board", "summary"]);
/** They say which merges are stopped. */
const SHOWS_STATUS: ReadonlySet<PanelId> = new Set(["board", "sprint", "merges"]);
/** Of a long queue only so many are looked at in the background. */
const MOST_LOOKED_AT = 100;
const NEAR_END = 20;

/** What must be asked for now. The same model always needs the same. */
export function needsOf(model: Model): Need[] {
  const needs = [...listNeeds(model), ...viewNeeds(model), ...panelNeeds(model)];
  return needs.filter(({ key }) => !model.data.refused.has(key));
}

/** Where every open task is shown, as many as a sprint may have. */
const ALL_OPEN: ReadonlySet<PanelId> = new Set(["planning", "sprint"]);

function listNeeds(model: Model): Need[] {
  const { data, review } = model;
  const needs: Need[] = [];
  if (data.me === null) needs.push({ is: "me", key: "me" });
  if (!data.inboxRead || review.resort)
    needs.push({ is: "inbox", order: review.order, key: `inbox ${review.order}` });
  for (const column of COLUMN_NAMES) {
    const after = data.next[column];
    if (after === undefined)
      needs.push({ is: "column", column, after: null, key: `column ${column}` });
    else if (after !== null && isNearEnd(model, column))
      needs.push({ is: "column", column, after, key: `column ${column} ${after}` });
  }
  return [...needs, ...sprintNeeds(model)];
}

function isNearEnd(model: Model, column: Column): boolean {
  if (column === "open" && ALL_OPEN.has(panelOf(model.panels)))
    return cardsOf({ ...model, filter: "" }, column).length < MOST_SPRINT_TASKS;
  if (model.board.column !== column) return false;
  const cards = cardsOf(model, column);
  const at = cards.findIndex(({ task }) => task === model.board.selected[column]);
  return at >= cards.length - NEAR_END;
}

function viewNeeds(model: Model): Need[] {
  const { data, review } = model;
  const wanted = new Set<string>();
  if (review.current !== null && panelOf(model.panels) !== "board") wanted.add(review.current);
  for (const { task } of visibleCards(model, "reviewing")) wanted.add(task);
  for (const { task } of visibleCards(model, "progress")) wanted.add(task);
  const { selected, column } = model.board;
  const card = selected[column];
  if (card !== undefined) wanted.add(card);
  for (const { task } of pendingOf(model).slice(0, MOST_LOOKED_AT)) wanted.add(task);
  return [...wanted].flatMap((task) => {
    const seq = data.lines.get(task)?.seq ?? 0;
    const view = data.views.get(task);
    if (view === undefined || view.seq < seq)
      return [{ is: "view" as const, task, key: `view ${task} ${seq}` }];
    return isBehind(model, task) ? [{ is: "view" as const, task, key: `progress ${task}` }] : [];
  });
}

/** Milliseconds after which a task is read again while machines work on it: no entry of its log says how far they are. */
const PROGRESS_MS = 3_000;

function isBehind({ data, nowMs }: Model, task: string): boolean {
  const holder = data.lines.get(task)?.turn.holder;
  const isAtWork = holder === "checks" || holder === "reviewers";
  return isAtWork && nowMs - (data.readMs.get(task) ?? nowMs) >= PROGRESS_MS;
}

function panelNeeds(model: Model): Need[] {
  const panel = panelOf(model.panels);
  if (panel === "activity") return activityNeeds(model);
  if (SHOWS_STATUS.has(panel)) return statusNeeds(model);
  const task = model.review.current;
  const round = task === null ? null : (model.data.views.get(task)?.round?.number ?? null);
  if (task === null || LISTS.has(panel)) return [];
  if (panel === "why") return whyNeeds(model, task);
  if (panel === "try") return tryNeeds(model, task);
  return round === null ? [] : taskNeeds(model, task, round);
}

function taskNeeds(model: Model, task: string, round: number): Need[] {
  const { data, diff } = model;
  const needs: Need[] = [];
  const wanted = [
    { since: null, until: null },
    { since: diff.since, until: diff.until },
  ];
  for (const { since, until } of wanted) {
    const key = changeKey(task, until ?? round, since);
    if (!data.changes.has(key) && needs.every((one) => one.key !== `change ${key}`))
      needs.push({ is: "change", task, round, since, until, key: `change ${key}` });
  }
  needs.push(...wholeNeeds(model, task, round));
  if (!data.durations.has(`${task} ${round}`))
    needs.push({ is: "duration", task, round, key: `duration ${task} ${round}` });
  return needs;
}

/** More around a change than its patch brings is in the file with all of its lines. */
function wholeNeeds({ data, diff, panels }: Model, task: string, round: number): Need[] {
  if (panelOf(panels) !== "diff") return [];
  const { since, until } = diff;
  const change = changeKey(task, until ?? round, since);
  const paths = data.changes.get(change)?.files.map(({ path }) => path) ?? [];
  return paths.flatMap((path) => {
    const whole = wholeKey(change, path);
    const isWanted = (diff.around.get(path) ?? "near") !== "near" && !data.wholes.has(whole);
    return isWanted
      ? [{ is: "whole", task, since, until, path, whole, key: `whole ${whole}` }]
      : [];
  });
}

function whyNeeds({ data }: Model, task: string): Need[] {
  const seq = data.lines.get(task)?.seq ?? 0;
  return data.whys.has(task) ? [] : [{ is: "why", task, key: `why ${task} ${seq}` }];
}

/** What a mode would do depends on where the task stands. */
function tryNeeds({ data }: Model, task: string): Need[] {
  const seq = data.lines.get(task)?.seq ?? 0;
  const key = triedKey(task, seq);
  return data.tried.has(key) ? [] : [{ is: "tried", task, seq, key: `tried ${key}` }];
}

const MINUTE_MS = 60_000;

/** Nobody tells that merges were stopped or go on: while it is shown, it is asked for every minute. */
function statusNeeds({ data, nowMs }: Model): Need[] {
  const minute = Math.floor(nowMs / MINUTE_MS);
  return data.statusMinute === minute ? [] : [{ is: "status", minute, key: `status ${minute}` }];
}

/** The status bar tells how far it is, wherever one looks. */
function sprintNeeds({ data, nowMs }: Model): Need[] {
  const minute = Math.floor(nowMs / MINUTE_MS);
  return data.sprintMinute === minute ? [] : [{ is: "sprint", minute, key: `sprint ${minute}` }];
}

function activityNeeds({ data, scroll }: Model): Need[] {
  if (!data.activityRead) return [{ is: "activity", after: null, key: "activity" }];
  const isNear = scroll >= data.activity.length - NEAR_END * 2;
  const after = data.activityNext;
  return after === null || !isNear ? [] : [{ is: "activity", after, key: `activity ${after}` }];
}
