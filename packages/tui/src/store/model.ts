import type { Shown } from "@countersign/api";
import type { CommandId, EntryKind, Keymap, RedoDraft } from "@countersign/review";
import {
  type ConfirmBatch,
  EMPTY_FIELD,
  FRESH_GUARD,
  NOTHING_READ,
  type ReadingState,
  type ReadMarks,
  type TextField,
  type TypingGuard,
} from "@countersign/review";
import { type DiffState, FIRST_DIFF } from "../diff/diff-state.ts";
import type { Colours } from "../highlight/colours.ts";
import { firstPanels, type Panels } from "../panels/panel-machine.ts";
import { FIRST_PLAN, type Plan } from "../sprint/plan-state.ts";
import type { Size } from "../terminal/box.ts";
import type { Paint } from "../theme/paint.ts";
import { type Column, type Data, NO_DATA, type StoppedRepository } from "./data.ts";

/** Where the program was started, for the first line. */
export type Place = { readonly name: string; readonly branch: string | null };

export type Order = "oldest" | "risk" | "smallest";

/** Exactly what the person has in front of them; a decision is about this and nothing newer. */
type Pin = { readonly task: string; readonly round: number; readonly tree: string };

type ReviewState = {
  /** The tasks of this review in the order in which they are shown; new ones come at the end. */
  readonly queue: readonly string[];
  readonly current: string | null;
  readonly selected: string | null;
  readonly order: Order;
  readonly pin: Pin | null;
  /** Since when a newer round is announced, so that a key on its way decides nothing. */
  readonly newerSinceMs: number | null;
  readonly scroll: number;
  /** The next inbox that arrives puts the queue into its order. */
  readonly resort: boolean;
  /** Digits of a place beyond 9. */
  readonly jump: string;
};

type Notice = { readonly text: string; readonly paint: Paint; readonly untilMs: number };

/** A line of text that is being written at the foot of the screen. */
export type Line = {
  readonly is: "filter" | "command" | "comment" | "remark" | "dismiss" | "override" | "export";
  readonly field: TextField;
};

/** A task that one key approves together with others, as it is shown. */
export type Ready = { readonly task: string; readonly round: number; readonly tree: string };

export type Act = "approve" | "redo" | "reject" | "override";

/** A decision made here; those of one key press are taken back together. */
type Decided = Shown & { readonly task: string; readonly act: Act; readonly press: number };

/** `shown`: null where the task was still being read. `seq`: the last log entry that the screen was made of. */
type Deciding = {
  readonly task: string;
  readonly shown: Shown | null;
  readonly seq: number | null;
};

export type Model = {
  readonly size: Size;
  readonly nowMs: number;
  readonly place: Place;
  readonly keymap: Keymap;
  readonly quickIssues: readonly string[];
  /** When approving several at once asks again. */
  readonly confirmBatch: ConfirmBatch;
  /** What the sheet asks about. */
  readonly confirming: readonly Ready[];
  readonly data: Data;
  readonly panels: Panels;
  readonly guard: TypingGuard;
  /** A key that decides, held for a moment. */
  readonly held: { readonly command: CommandId; readonly token: number } | null;
  /** The newest key that was held, by number. */
  readonly token: number;
  readonly board: {
    readonly column: Column;
    readonly selected: Readonly<Partial<Record<Column, string>>>;
  };
  readonly review: ReviewState;
  /** Feedback that was begun, by task; it outlives the form. */
  readonly drafts: ReadonlyMap<string, RedoDraft>;
  readonly reason: TextField;
  /** The prompt is shown in place of the form, where there is no room for both. */
  readonly preview: boolean;
  readonly choice: number;
  /** The reviewer that is chosen among those at work. */
  readonly seat: string | null;
  /** The repository that the sheet about stopped merges names, as it was when the sheet was opened. */
  readonly releasing: StoppedRepository | null;
  /** The sprint that is being planned. */
  readonly plan: Plan;
  readonly diff: DiffState;
  /** What was read of the changes, now and in earlier sessions. */
  readonly reading: ReadingState & { readonly marks: ReadMarks };
  /** What the parts of code are that somebody has looked at. */
  readonly colours: Colours;
  readonly scroll: number;
  /** Where a screen has two panes: the one that moves are about, 0 being the one that it opens with. */
  readonly pane: 0 | 1;
  /** Which entries of the activity are shown. */
  readonly kind: EntryKind;
  readonly line: Line | null;
  readonly filter: string;
  readonly notice: Notice | null;
  /** The newest change of a task. */
  readonly news: { readonly text: string; readonly atMs: number } | null;
  /** Tasks that were decided here and of which the engine has told nothing newer. */
  readonly sent: ReadonlySet<string>;
  readonly decisions: readonly Decided[];
  /** What was on screen when the form in front was opened: what is sent is about this. */
  readonly deciding: Deciding | null;
  readonly leaving: boolean;
  /** What the person wants after this. */
  readonly next: "tour" | "worktree" | "branch" | null;
  /** Whether the terminal reports the pointer, and its last press. */
  readonly mouse: boolean;
  readonly click: { readonly column: number; readonly row: number; readonly atMs: number } | null;
};

export type Beginning = Pick<Model, "size" | "nowMs" | "place" | "keymap" | "quickIssues"> & {
  drafts?: ReadonlyMap<string, RedoDraft>;
  mouse?: boolean;
  confirmBatch?: Model["confirmBatch"];
  marks?: ReadMarks;
};

export function firstModel({ marks = new Map(), ...beginning }: Beginning): Model {
  return {
    drafts: new Map(),
    mouse: false,
    confirmBatch: "never",
    confirming: [],
    ...beginning,
    data: NO_DATA,
    panels: firstPanels(),
    guard: FRESH_GUARD,
    held: null,
    token: 0,
    board: { column: "reviewing", selected: {} },
    review: {
      queue: [],
      current: null,
      selected: null,
      order: "risk",
      pin: null,
      newerSinceMs: null,
      scroll: 0,
      resort: false,
      jump: "",
    },
    reason: EMPTY_FIELD,
    preview: false,
    choice: 0,
    seat: null,
    releasing: null,
    plan: FIRST_PLAN,
    diff: FIRST_DIFF,
    reading: { ...NOTHING_READ, marks },
    colours: new Map(),
    scroll: 0,
    pane: 0,
    kind: "all",
    line: null,
    filter: "",
    notice: null,
    news: null,
    sent: new Set(),
    decisions: [],
    deciding: null,
    leaving: false,
    next: null,
    click: null,
  };
}
