import type { Shown } from "@countersign/api";
import {
  type CommandId,
  type ConfirmBatch,
  FRESH_GUARD,
  type Keymap,
  NOTHING_READ,
  type ReadingState,
  type ReadMarks,
  type RedoDraft,
  type TextField,
  type TypingGuard,
} from "@countersign/review";
import { type Data, NO_DATA } from "../data/data.ts";
import type { InboxOrder } from "../data/need.ts";
import type { Colours } from "../highlight/colours.ts";
import type { Size } from "../terminal/box.ts";
import type { Paint } from "../theme/paint.ts";
import { FIRST_STACK, type PanelFrame, type Stack } from "./stack.ts";

/** The directory and branch in which the program was started, for the first line. */
export type BoardLocation = { readonly name: string; readonly branch: string | null };

/** The round on screen; a decision applies to it and to nothing newer. */
type Pin = { readonly task: string; readonly round: number; readonly tree: string };

/** What is under review, shared by the panels of a review. */
type ReviewState = {
  /** The tasks of this review in display order; new ones are appended. */
  readonly queue: readonly string[];
  readonly current: string | null;
  readonly selected: string | null;
  readonly order: InboxOrder;
  /** Whether the next inbox that arrives sorts the queue again. */
  readonly resort: boolean;
  readonly pin: Pin | null;
  /** When a newer round was announced; a key pressed just before that decides nothing. */
  readonly newerSinceMs: number | null;
  /** The first visible line of the current task. */
  readonly scroll: number;
  /** Counts visits of tasks; positions of an earlier visit are invalid. */
  readonly visit: number;
  /** The round that the change is compared with; null for the whole change. */
  readonly since: number | null;
  /** The round of the change; null for the current one. */
  readonly until: number | null;
};

type Notice = { readonly text: string; readonly paint: Paint; readonly untilMs: number };

/** The input line at the bottom of the screen. */
export type InputLine = {
  readonly is: "filter" | "command" | "comment" | "remark" | "dismiss" | "override" | "export";
  readonly field: TextField;
};

export type Act = "approve" | "redo" | "reject" | "override";

/** A decision made here; those of one key press are undone together. */
type Decision = Shown & { readonly task: string; readonly act: Act; readonly press: number };

/**
 * The round that was on screen when the form opened; the request applies to it. `shown` is null
 * while the task is loading, `seq` is the last log entry on screen.
 */
type FormSubject = {
  readonly task: string;
  readonly shown: Shown | null;
  readonly seq: number | null;
};

/** A deciding key that is held for a moment, and the token of the last held key. */
type HeldKey = {
  readonly held: { readonly command: CommandId; readonly token: number } | null;
  readonly token: number;
};

export type Model = HeldKey & {
  readonly size: Size;
  readonly nowMs: number;
  readonly workplace: BoardLocation;
  readonly keymap: Keymap;
  readonly quickIssues: readonly string[];
  readonly confirmBatch: ConfirmBatch;
  readonly data: Data;
  /** The open panels with their states. */
  readonly stack: Stack;
  /** The last states of panels that were closed. */
  readonly closed: readonly PanelFrame[];
  readonly guard: TypingGuard;
  readonly review: ReviewState;
  /** The reading progress of changes, and the marks of all lines that were read, by task. */
  readonly reading: ReadingState & { readonly marks: ReadonlyMap<string, ReadMarks> };
  /** Feedback that is not sent to the author yet, by task. */
  readonly drafts: ReadonlyMap<string, RedoDraft>;
  readonly subject: FormSubject | null;
  /** Syntax colours of the visible code. */
  readonly colours: Colours;
  readonly line: InputLine | null;
  readonly filter: string;
  readonly notice: Notice | null;
  /** The newest change of a task. */
  readonly news: { readonly text: string; readonly atMs: number } | null;
  /** Tasks decided here for which the engine has sent nothing newer. */
  readonly sent: ReadonlySet<string>;
  readonly decisions: readonly Decision[];
  /** What the program starts after it ends. */
  readonly next: "tour" | "worktree" | "branch" | null;
  /** Whether the terminal reports the mouse, and its last click. */
  readonly mouse: boolean;
  readonly click: { readonly column: number; readonly row: number; readonly atMs: number } | null;
};

export type ModelOptions = Pick<
  Model,
  "size" | "nowMs" | "workplace" | "keymap" | "quickIssues"
> & {
  mouse?: boolean;
  confirmBatch?: ConfirmBatch;
};

export function createModel(options: ModelOptions): Model {
  return {
    drafts: new Map(),
    mouse: false,
    confirmBatch: "never",
    ...options,
    data: NO_DATA,
    stack: FIRST_STACK,
    closed: [],
    guard: FRESH_GUARD,
    held: null,
    token: 0,
    review: {
      queue: [],
      current: null,
      selected: null,
      order: "risk",
      resort: false,
      pin: null,
      newerSinceMs: null,
      scroll: 0,
      visit: 0,
      since: null,
      until: null,
    },
    reading: { ...NOTHING_READ, marks: new Map() },
    subject: null,
    colours: new Map(),
    line: null,
    filter: "",
    notice: null,
    news: null,
    sent: new Set(),
    decisions: [],
    next: null,
    click: null,
  };
}
