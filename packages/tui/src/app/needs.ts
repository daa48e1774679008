import { MAX_SPRINT_TASKS } from "@countersign/api";
import type { PanelId } from "@countersign/review";
import { COLUMN_NAMES, type Column } from "@countersign/review";
import { type Need, sprintNeeds } from "../data/need.ts";
import { dueCount, isReported } from "../data/own-data.ts";
import type { Model } from "../model/model.ts";
import { frontPanel } from "../model/panel-state.ts";
import { columnCards, pendingTasks } from "../model/tasks.ts";
import { boardState, visibleCards } from "../panels/board/board-state.ts";
import { taskNeeds } from "../session/task-needs.ts";
import { panelInFront } from "./panels.ts";

/** Number of tasks of a long queue that are loaded in the background. */
const MAX_PRELOADED = 100;
/** The next page of a column is loaded when this many cards or fewer follow. */
const PRELOAD_CARDS = 20;
/**
 * Milliseconds between reloads of a task with active machines, because its log does not record
 * their progress.
 */
const PROGRESS_MS = 3_000;
/** Panels that list every open task, as many as a sprint may have. */
const LISTS_OPEN_TASKS: ReadonlySet<PanelId> = new Set(["planning", "sprint"]);

/** Lists the data to load from the engine; a pure function of the model. */
export function listNeeds(model: Model): Need[] {
  const panel = panelInFront(model);
  const own = panel.needs === undefined ? taskNeeds(model) : panel.needs(model);
  const needs = [
    ...inboxNeeds(model),
    ...columnNeeds(model),
    ...sprintNeeds(model.data, model.nowMs),
    ...viewNeeds(model),
    ...own,
    ...ownNeeds(model),
  ];
  return needs.filter(({ key }) => !model.data.refused.has(key));
}

/** Loads the person's draft and marks of the current task, and drafts that another surface has changed meanwhile. */
function ownNeeds({ data: { own }, drafts, review: { current } }: Model): Need[] {
  const needs: Need[] = [];
  for (const task of new Set([...(current === null ? [] : [current]), ...drafts.keys()])) {
    const count =
      task === current || isReported(own, "draft", task) ? dueCount(own, "draft", task) : null;
    if (count !== null) needs.push({ is: "draft", task, count, key: `draft ${task} ${count}` });
  }
  const count = current === null ? null : dueCount(own, "read", current);
  if (current !== null && count !== null)
    needs.push({ is: "marks", task: current, count, key: `marks ${current} ${count}` });
  return needs;
}

function inboxNeeds({ data, review }: Model): Need[] {
  const { order } = review;
  return [
    ...(data.me === null ? [{ is: "me", key: "me" } as const] : []),
    ...(!data.inboxRead || review.resort
      ? [{ is: "inbox", order, key: `inbox ${order}` } as const]
      : []),
  ];
}

function columnNeeds(model: Model): Need[] {
  return COLUMN_NAMES.flatMap((column): Need[] => {
    const after = model.data.next[column];
    if (after === undefined)
      return [{ is: "column", column, after: null, key: `column ${column}` }];
    if (after === null || !isNearEnd(model, column)) return [];
    return [{ is: "column", column, after, key: `column ${column} ${after}` }];
  });
}

function isNearEnd(model: Model, column: Column): boolean {
  if (column === "open" && LISTS_OPEN_TASKS.has(frontPanel(model)))
    return columnCards({ ...model, filter: "" }, column).length < MAX_SPRINT_TASKS;
  const board = boardState.of(model);
  if (board.column !== column) return false;
  const cards = columnCards(model, column);
  const at = cards.findIndex(({ task }) => task === board.selected[column]);
  return at >= cards.length - PRELOAD_CARDS;
}

function viewNeeds(model: Model): Need[] {
  const { data, review } = model;
  const wanted = new Set<string>();
  if (review.current !== null && frontPanel(model) !== "board") wanted.add(review.current);
  for (const { task } of visibleCards(model, "reviewing")) wanted.add(task);
  for (const { task } of visibleCards(model, "progress")) wanted.add(task);
  const { selected, column } = boardState.of(model);
  const card = selected[column];
  if (card !== undefined) wanted.add(card);
  for (const { task } of pendingTasks(model).slice(0, MAX_PRELOADED)) wanted.add(task);
  return [...wanted].flatMap((task) => {
    const seq = data.lines.get(task)?.seq ?? 0;
    const view = data.views.get(task);
    if (view === undefined || view.seq < seq)
      return [{ is: "view" as const, task, key: `view ${task} ${seq}` }];
    return isBehind(model, task) ? [{ is: "view" as const, task, key: `progress ${task}` }] : [];
  });
}

function isBehind({ data, nowMs }: Model, task: string): boolean {
  const holder = data.lines.get(task)?.turn.holder;
  const isAtWork = holder === "checks" || holder === "reviewers";
  return isAtWork && nowMs - (data.readMs.get(task) ?? nowMs) >= PROGRESS_MS;
}
