import type {
  AuditEntryLine,
  Inbox,
  Me,
  SprintView,
  StatusView,
  TaskLine,
  TaskPage,
  TaskView,
  TriedModes,
  WhyView,
} from "@countersign/api";
import {
  type Change,
  type ChangedFile,
  type Column,
  pageColumn,
  toTaskLine,
} from "@countersign/review";
import { changeKey, type Data, findOpenSprint } from "./data.ts";
import { applyOwnAnswer, type OwnAnswer } from "./own-data.ts";

/** A response of the engine to a need, or an event. */
export type EngineAnswer =
  | { type: "me"; me: Me }
  | { type: "status"; status: StatusView; minute: number }
  /** The minute is null for a sprint that was changed here. */
  | { type: "sprint"; sprint: SprintView | null; minute: number | null }
  | { type: "column"; column: Column; page: TaskPage; first: boolean }
  | { type: "inbox"; inbox: Inbox }
  | { type: "changed"; lines: readonly TaskLine[] }
  | { type: "view"; view: TaskView; atMs: number }
  | { type: "change"; change: Change; since: number | null }
  | { type: "whole"; key: string; file: ChangedFile | null }
  | { type: "why"; why: WhyView }
  | { type: "tried"; key: string; tried: TriedModes }
  | { type: "duration"; task: string; round: number; ms: number | null }
  | { type: "activity"; items: readonly AuditEntryLine[]; next: string | null; first: boolean }
  | { type: "own"; own: OwnAnswer }
  | { type: "refused"; key: string; why: string }
  | { type: "lost"; atMs: number; why: string }
  | { type: "live" };

const MAX_CHANGES = 8;
const MAX_WHOLE_FILES = 32;
const MAX_VIEWS = 500;

type AnswerHandlers = {
  [Type in EngineAnswer["type"]]: (data: Data, answer: AnswerOf<Type>) => Data;
};
type AnswerOf<Type> = Extract<EngineAnswer, { type: Type }>;

const HANDLERS: AnswerHandlers = {
  me: (data, { me }) => ({ ...data, me: me.actor.id }),
  status: (data, { status, minute }) => ({
    ...data,
    statusMinute: minute,
    paused: status.repositories.flatMap(({ id, path, target, tip, found, hold }) =>
      hold === null
        ? []
        : [
            {
              repo: id,
              path,
              target,
              why: hold.why,
              detail: hold.detail,
              accepted: tip,
              tip: found ?? tip,
            },
          ],
    ),
    unreviewed: status.repositories.flatMap(({ id, unreviewed }) =>
      unreviewed === null ? [] : [{ repo: id, text: unreviewed }],
    ),
    unsandboxed: status.repositories.flatMap(({ id, unsandboxed }) => (unsandboxed ? [id] : [])),
    counts: status.counts,
    waitingForMe: status.waitingForMe,
    putOff: status.putOff,
    link: { is: "live" },
  }),
  sprint: (data, { sprint, minute }) => ({
    ...data,
    sprint,
    sprintMinute: minute ?? data.sprintMinute,
  }),
  column: applyColumn,
  inbox: (data, { inbox }) => ({
    ...data,
    lines: withLines(data.lines, inbox.items),
    inbox: inbox.items.map(({ task }) => task),
    inboxRead: true,
    waitingForMe: inbox.waitingForMe,
    putOff: inbox.putOff,
    counts: inbox.counts,
    link: { is: "live" },
  }),
  changed: (data, { lines }) => ({ ...data, lines: withLines(data.lines, lines) }),
  view: applyView,
  change: (data, { change, since }) => ({
    ...data,
    changes: keepLast(
      data.changes,
      changeKey(change.task, change.round, since),
      change,
      MAX_CHANGES,
    ),
  }),
  whole: (data, { key, file }) => ({
    ...data,
    wholes: keepLast(data.wholes, key, file, MAX_WHOLE_FILES),
  }),
  tried: (data, { key, tried }) => ({
    ...data,
    tried: keepLast(data.tried, key, tried, MAX_CHANGES),
  }),
  why: (data, { why }) => ({ ...data, whys: keepLast(data.whys, why.task, why, MAX_CHANGES) }),
  duration: (data, { task, round, ms }) => ({
    ...data,
    durations: keepLast(data.durations, `${task} ${round}`, ms, MAX_VIEWS),
  }),
  activity: (data, { items, next, first }) => ({
    ...data,
    activity: first ? items : [...data.activity, ...items],
    activityNext: next,
    activityRead: true,
  }),
  own: (data, { own }) => ({ ...data, own: applyOwnAnswer(data.own, own) }),
  refused: (data, { key, why }) => ({
    ...data,
    refused: new Map([...data.refused, [key, why]]),
  }),
  lost: (data, { atMs, why }) => ({
    ...data,
    link: data.link.is === "lost" ? data.link : { is: "lost", sinceMs: atMs, why },
  }),
  live: (data) => (data.link.is === "live" ? data : { ...data, link: { is: "live" } }),
};

/** Applies a response of the engine to the data. */
export function applyAnswer(data: Data, answer: EngineAnswer): Data {
  const next = dispatchAnswer(data, answer);
  return next.lines !== data.lines && isSprintBehind(next) ? { ...next, sprintMinute: null } : next;
}

/**
 * Checks whether a task of the sprint has changed since the sprint was loaded: the sprint may have
 * ended or paused.
 */
function isSprintBehind(data: Data): boolean {
  const tasks = findOpenSprint(data)?.tasks ?? [];
  return tasks.some(({ task, state }) => (data.lines.get(task)?.state ?? state) !== state);
}

function dispatchAnswer(data: Data, answer: EngineAnswer): Data {
  switch (answer.type) {
    case "me":
      return HANDLERS.me(data, answer);
    case "status":
      return HANDLERS.status(data, answer);
    case "sprint":
      return HANDLERS.sprint(data, answer);
    case "column":
      return HANDLERS.column(data, answer);
    case "inbox":
      return HANDLERS.inbox(data, answer);
    case "changed":
      return HANDLERS.changed(data, answer);
    case "view":
      return HANDLERS.view(data, answer);
    case "change":
      return HANDLERS.change(data, answer);
    case "whole":
      return HANDLERS.whole(data, answer);
    case "tried":
      return HANDLERS.tried(data, answer);
    case "why":
      return HANDLERS.why(data, answer);
    case "duration":
      return HANDLERS.duration(data, answer);
    case "activity":
      return HANDLERS.activity(data, answer);
    case "own":
      return HANDLERS.own(data, answer);
    case "refused":
      return HANDLERS.refused(data, answer);
    case "lost":
      return HANDLERS.lost(data, answer);
    case "live":
      return HANDLERS.live(data, answer);
  }
}

function applyColumn(data: Data, { column, page, first }: AnswerOf<"column">): Data {
  const kept = first ? withoutColumn(data, column) : data.lines;
  return {
    ...data,
    lines: withLines(kept, page.items),
    next: { ...data.next, [column]: page.next },
    link: { is: "live" },
  };
}

/** Removes the lines of a column; tasks of the inbox stay. */
function withoutColumn({ lines, inbox }: Data, column: Column): ReadonlyMap<string, TaskLine> {
  const mine = new Set(inbox);
  return new Map(
    [...lines].filter(([task, { state }]) => pageColumn(state) !== column || mine.has(task)),
  );
}

/** Adds lines; an older version never replaces a newer one. */
function withLines(
  lines: ReadonlyMap<string, TaskLine>,
  more: readonly TaskLine[],
): ReadonlyMap<string, TaskLine> {
  const next = new Map(lines);
  for (const line of more) {
    const known = next.get(line.task);
    if (known === undefined || known.seq <= line.seq) next.set(line.task, line);
  }
  return next;
}

function applyView(data: Data, { view, atMs }: AnswerOf<"view">): Data {
  const known = data.views.get(view.id);
  if (known !== undefined && known.seq > view.seq) return data;
  const line = data.lines.get(view.id);
  const updatedMs = line !== undefined && line.seq === view.seq ? line.updatedMs : atMs;
  return {
    ...data,
    views: keepLast(data.views, view.id, view, MAX_VIEWS),
    readMs: keepLast(data.readMs, view.id, atMs, MAX_VIEWS),
    lines: withLines(data.lines, [
      toTaskLine(view, { updatedMs, me: data.me, known: line ?? null }),
    ]),
  };
}

/** Adds an entry and drops the oldest one beyond the maximum size. */
function keepLast<Value>(
  map: ReadonlyMap<string, Value>,
  key: string,
  value: Value,
  maxSize: number,
): ReadonlyMap<string, Value> {
  const next = new Map(map);
  next.delete(key);
  next.set(key, value);
  const [oldest] = next.keys();
  if (next.size > maxSize && oldest !== undefined) next.delete(oldest);
  return next;
}
