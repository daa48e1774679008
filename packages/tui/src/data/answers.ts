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
import type { Change, ChangedFile } from "@countersign/review";
import { type Column, changeKey, type Data, findOpenSprint, lineOf, readWith } from "./data.ts";

/** What came from the engine. */
export type Answered =
  | { type: "me"; me: Me }
  | { type: "status"; status: StatusView; minute: number }
  /** A minute of null: nobody asked, it was changed. */
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
  | { type: "refused"; key: string; why: string }
  | { type: "lost"; atMs: number; why: string }
  | { type: "live" };

const MOST_CHANGES = 8;
const MOST_WHOLES = 32;
const MOST_VIEWS = 500;

type Takes = { [Type in Answered["type"]]: (data: Data, answer: Of<Type>) => Data };
type Of<Type> = Extract<Answered, { type: Type }>;

const TAKES: Takes = {
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
  column: takeColumn,
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
  view: takeView,
  change: (data, { change, since }) => ({
    ...data,
    changes: keepLast(
      data.changes,
      changeKey(change.task, change.round, since),
      change,
      MOST_CHANGES,
    ),
  }),
  whole: (data, { key, file }) => ({
    ...data,
    wholes: keepLast(data.wholes, key, file, MOST_WHOLES),
  }),
  tried: (data, { key, tried }) => ({
    ...data,
    tried: keepLast(data.tried, key, tried, MOST_CHANGES),
  }),
  why: (data, { why }) => ({ ...data, whys: keepLast(data.whys, why.task, why, MOST_CHANGES) }),
  duration: (data, { task, round, ms }) => ({
    ...data,
    durations: keepLast(data.durations, `${task} ${round}`, ms, MOST_VIEWS),
  }),
  activity: (data, { items, next, first }) => ({
    ...data,
    activity: first ? items : [...data.activity, ...items],
    activityNext: next,
    activityRead: true,
  }),
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

/** What is known after an answer. */
export function takeAnswer(data: Data, answer: Answered): Data {
  const next = taken(data, answer);
  return next.lines !== data.lines && isSprintBehind(next) ? { ...next, sprintMinute: null } : next;
}

/** A task of the sprint has changed since it was told: it may have ended or paused, and is asked for again. */
function isSprintBehind(data: Data): boolean {
  const tasks = findOpenSprint(data)?.tasks ?? [];
  return tasks.some(({ task, state }) => (data.lines.get(task)?.state ?? state) !== state);
}

function taken(data: Data, answer: Answered): Data {
  switch (answer.type) {
    case "me":
      return TAKES.me(data, answer);
    case "status":
      return TAKES.status(data, answer);
    case "sprint":
      return TAKES.sprint(data, answer);
    case "column":
      return TAKES.column(data, answer);
    case "inbox":
      return TAKES.inbox(data, answer);
    case "changed":
      return TAKES.changed(data, answer);
    case "view":
      return TAKES.view(data, answer);
    case "change":
      return TAKES.change(data, answer);
    case "whole":
      return TAKES.whole(data, answer);
    case "tried":
      return TAKES.tried(data, answer);
    case "why":
      return TAKES.why(data, answer);
    case "duration":
      return TAKES.duration(data, answer);
    case "activity":
      return TAKES.activity(data, answer);
    case "refused":
      return TAKES.refused(data, answer);
    case "lost":
      return TAKES.lost(data, answer);
    case "live":
      return TAKES.live(data, answer);
  }
}

function takeColumn(data: Data, { column, page, first }: Of<"column">): Data {
  const kept = first ? withoutColumn(data, column) : data.lines;
  return {
    ...data,
    lines: withLines(kept, page.items),
    next: { ...data.next, [column]: page.next },
    link: { is: "live" },
  };
}

/** What the person has in front of them stays, even if it is no longer among the first. */
function withoutColumn({ lines, inbox }: Data, column: Column): ReadonlyMap<string, TaskLine> {
  const mine = new Set(inbox);
  return new Map(
    [...lines].filter(([task, { state }]) => readWith(state) !== column || mine.has(task)),
  );
}

/** Older news never replaces newer. */
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

function takeView(data: Data, { view, atMs }: Of<"view">): Data {
  const known = data.views.get(view.id);
  if (known !== undefined && known.seq > view.seq) return data;
  const line = data.lines.get(view.id);
  const updatedMs = line !== undefined && line.seq === view.seq ? line.updatedMs : atMs;
  return {
    ...data,
    views: keepLast(data.views, view.id, view, MOST_VIEWS),
    readMs: keepLast(data.readMs, view.id, atMs, MOST_VIEWS),
    lines: withLines(data.lines, [lineOf(view, updatedMs)]),
  };
}

/** Remembers the newest so many. */
function keepLast<Value>(
  map: ReadonlyMap<string, Value>,
  key: string,
  value: Value,
  most: number,
): ReadonlyMap<string, Value> {
  const next = new Map(map);
  next.delete(key);
  next.set(key, value);
  const [oldest] = next.keys();
  if (next.size > most && oldest !== undefined) next.delete(oldest);
  return next;
}
