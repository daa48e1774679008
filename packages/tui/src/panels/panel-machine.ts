import { PANEL_IDS, type PanelId } from "@countersign/review";
import { assign, initialTransition, type SnapshotFrom, setup, transition } from "xstate";

/** What moves from panel to panel. What is decided about a task is the engine's affair, never the machine's. */
export type PanelEvent =
  | { type: "START_REVIEW"; pending: number }
  | { type: "START_ONE_BY_ONE" }
  | { type: "JUMP_TO_TASK" }
  | { type: "OPEN"; panel: Overlay }
  /** A decision was sent: another task is next, or none is left. */
  | { type: "DECIDED"; left: number }
  | { type: "BACK" }
  | { type: "HOME" };

/** Panels that are laid over another one and give it back. */
type Overlay = Exclude<PanelId, "board" | "summary" | "task" | "single">;

type Context = { under: readonly PanelId[] };

const OVERLAYS: readonly Overlay[] = [
  "redo",
  "reject",
  "diff",
  "why",
  "activity",
  "help",
  "confirm",
  "mode",
  "later",
  "release",
  "rounds",
  "sprint",
  "planning",
  "stop",
  "try",
  "reviewers",
  "output",
  "merges",
];

const machineSetup = setup({
  types: { context: {} as Context, events: {} as PanelEvent },
  guards: {
    hasSinglePending: ({ event }) => event.type === "START_REVIEW" && event.pending === 1,
    hasMultiplePending: ({ event }) => event.type === "START_REVIEW" && event.pending > 1,
    hasMore: ({ event }) => event.type === "DECIDED" && event.left > 0,
    opens: ({ event }, { panel }: { panel: Overlay }) =>
      event.type === "OPEN" && event.panel === panel,
    lies: ({ context }, { panel }: { panel: PanelId }) => context.under.at(-1) === panel,
    liesInSingle: ({ context }) => context.under.includes("single"),
    liesInTask: ({ context }) => context.under.includes("task"),
  },
  actions: {
    lay: assign(({ context }, { panel }: { panel: PanelId }) => ({
      under: [...context.under, panel],
    })),
    lift: assign(({ context }) => ({ under: context.under.slice(0, -1) })),
    clear: assign(() => ({ under: [] })),
  },
});

function opening(from: PanelId) {
  return OVERLAYS.map((panel) => ({
    guard: { type: "opens" as const, params: { panel } },
    target: panel,
    actions: { type: "lay" as const, params: { panel: from } },
  }));
}

const goingBack = PANEL_IDS.map((panel) => ({
  guard: { type: "lies" as const, params: { panel } },
  target: panel,
  actions: "lift" as const,
}));

/** After a decision the task panel shows the next task, even when it was made in a panel above. */
const deciding = [
  { guard: "liesInSingle" as const, target: "board" as const, actions: "clear" as const },
  { guard: "hasMore" as const, target: "task" as const, actions: "clear" as const },
  { target: "board" as const, actions: "clear" as const },
];

function overlay(panel: Overlay) {
  return { on: { BACK: goingBack, OPEN: opening(panel), DECIDED: deciding, HOME: home } };
}

const home = { target: "board" as const, actions: "clear" as const };

const machine = machineSetup.createMachine({
  id: "panels",
  initial: "board",
  context: { under: [] },
  states: {
    board: {
      on: {
        START_REVIEW: [
          { guard: "hasSinglePending", target: "single" },
          { guard: "hasMultiplePending", target: "summary" },
        ],
        JUMP_TO_TASK: "single",
        OPEN: opening("board"),
      },
    },
    summary: {
      on: {
        START_ONE_BY_ONE: "task",
        JUMP_TO_TASK: "task",
        OPEN: opening("summary"),
        DECIDED: [{ guard: "hasMore", target: "summary" }, home],
        BACK: home,
        HOME: home,
      },
    },
    task: {
      on: {
        OPEN: opening("task"),
        DECIDED: [{ guard: "hasMore", target: "task" }, home],
        BACK: "summary",
        HOME: home,
      },
    },
    single: { on: { OPEN: opening("single"), DECIDED: home, BACK: home, HOME: home } },
    redo: overlay("redo"),
    reject: overlay("reject"),
    diff: overlay("diff"),
    why: overlay("why"),
    activity: overlay("activity"),
    help: overlay("help"),
    confirm: {
      on: {
        BACK: goingBack,
        HOME: home,
        OPEN: opening("confirm"),
        DECIDED: [{ guard: "hasMore", target: "summary", actions: "clear" }, home],
      },
    },
    mode: overlay("mode"),
    later: overlay("later"),
    release: overlay("release"),
    rounds: overlay("rounds"),
    sprint: overlay("sprint"),
    planning: overlay("planning"),
    stop: overlay("stop"),
    try: overlay("try"),
    reviewers: overlay("reviewers"),
    output: overlay("output"),
    merges: overlay("merges"),
  },
});

export type Panels = SnapshotFrom<typeof machine>;

export function firstPanels(): Panels {
  return initialTransition(machine)[0];
}

export function movePanels(panels: Panels, event: PanelEvent): Panels {
  return transition(machine, panels, event)[0];
}

export function panelOf(panels: Panels): PanelId {
  return panels.value;
}

/** The panel under the one in front, and what lies under that. */
export function underneath(panels: Panels): readonly PanelId[] {
  return panels.context.under;
}
