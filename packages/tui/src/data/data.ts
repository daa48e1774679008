import type {
  AuditEntryLine,
  Inbox,
  SprintView,
  TaskLine,
  TaskView,
  TriedModes,
  WhyView,
} from "@countersign/api";
import type { Change, ChangedFile, Column } from "@countersign/review";
import { NO_OWN_DATA, type OwnData } from "./own-data.ts";

/** The state of the connection to the engine. */
type Link = { is: "loading" } | { is: "live" } | { is: "lost"; sinceMs: number; why: string };

/** A repository whose merges are stopped. */
export type StoppedRepository = {
  readonly repo: string;
  readonly path: string;
  readonly target: string;
  readonly why: string;
  readonly detail: string;
  /** The last accepted tip of the target. */
  readonly accepted: string | null;
  /** The current tip of the target; null if it cannot be read. */
  readonly tip: string | null;
};

/** Everything that the engine has sent. */
export type Data = {
  readonly link: Link;
  readonly me: string | null;
  readonly lines: ReadonlyMap<string, TaskLine>;
  /**
   * The cursor of the next page of a column; null if there is none, undefined if the column is not
   * loaded yet.
   */
  readonly next: Readonly<Partial<Record<Column, string | null>>>;
  /** The tasks that wait for the person, in the engine's order. */
  readonly inbox: readonly string[];
  readonly inboxRead: boolean;
  readonly waitingForMe: number;
  readonly putOff: number;
  readonly counts: Inbox["counts"];
  readonly views: ReadonlyMap<string, TaskView>;
  /** When each view was loaded. */
  readonly readMs: ReadonlyMap<string, number>;
  /** By task and the round it is compared with. */
  readonly changes: ReadonlyMap<string, Change>;
  /** Files with all of their lines, by change and path; null if they cannot be shown. */
  readonly wholes: ReadonlyMap<string, ChangedFile | null>;
  /** The minute of the last status. */
  readonly statusMinute: number | null;
  /** Unreviewed commits on targets, one line per repository. */
  readonly unreviewed: readonly { readonly repo: string; readonly text: string }[];
  /** Repositories whose commands may run without a sandbox. */
  readonly unsandboxed: readonly string[];
  readonly paused: readonly StoppedRepository[];
  /** The current or last sprint, and the minute of its last request. */
  readonly sprint: SprintView | null;
  readonly sprintMinute: number | null;
  /** The effect of each mode, by task and last log entry. */
  readonly tried: ReadonlyMap<string, TriedModes>;
  readonly whys: ReadonlyMap<string, WhyView>;
  /** The author's working time for a round, by task and round. */
  readonly durations: ReadonlyMap<string, number | null>;
  readonly activity: readonly AuditEntryLine[];
  readonly activityNext: string | null;
  readonly activityRead: boolean;
  readonly own: OwnData;
  /** Needs that the engine refused; they are not requested again. */
  readonly refused: ReadonlyMap<string, string>;
};

export const NO_DATA: Data = {
  link: { is: "loading" },
  me: null,
  lines: new Map(),
  next: {},
  inbox: [],
  inboxRead: false,
  waitingForMe: 0,
  putOff: 0,
  counts: {
    open: 0,
    in_progress: 0,
    reviewing: 0,
    rework: 0,
    held: 0,
    approved: 0,
    merging: 0,
    done: 0,
    rejected: 0,
  },
  views: new Map(),
  readMs: new Map(),
  changes: new Map(),
  wholes: new Map(),
  statusMinute: null,
  unreviewed: [],
  unsandboxed: [],
  paused: [],
  sprint: null,
  sprintMinute: null,
  tried: new Map(),
  whys: new Map(),
  durations: new Map(),
  activity: [],
  activityNext: null,
  activityRead: false,
  own: NO_OWN_DATA,
  refused: new Map(),
};

export function changeKey(task: string, round: number, since: number | null): string {
  return `${task} ${round} ${since ?? ""}`;
}

export function triedModesKey(task: string, seq: number): string {
  return `${task} ${seq}`;
}

export function wholeFileKey(change: string, path: string): string {
  return `${change} ${path}`;
}

/** Returns the running or paused sprint; null if there is none. */
export function findOpenSprint({ sprint }: { sprint: SprintView | null }): SprintView | null {
  return sprint?.state === "ended" ? null : sprint;
}
