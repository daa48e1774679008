import {
  CountersignError,
  NO_TURN,
  type State,
  type TaskLine,
  type TaskView,
  type TriedModes,
} from "@countersign/api";
import { toTaskLine } from "@countersign/review";
import type { EnginePort } from "../data/engine-port.ts";
import { createTourStore, ON_TOUR, type TourStore, type TourTask } from "./create-tour-store.ts";
import { TOUR_SAMPLES } from "./sample-others.ts";
import type { Sample } from "./sample-tasks.ts";
import { tourReading } from "./tour-reading.ts";
import { tourReviewers } from "./tour-reviewers.ts";
import { tourSprint } from "./tour-sprint.ts";
import { tourWhy } from "./tour-why.ts";

/** Creates an in-memory engine with sample tasks. It does not store decisions. */
export function createTourEngine(
  nowMs: () => number,
  samples: readonly Sample[] = TOUR_SAMPLES,
): EnginePort {
  const store = createTourStore(nowMs, samples);
  return {
    ...listsOf(store),
    ...readsOf(store),
    ...decisionsOf(store),
    ...changesOf(store),
    ...tourSprint(store),
    ...tourReviewers(store),
    releaseRepository: async ({ repo }) => {
      throw new CountersignError("not_found", `There is no repository ${repo}`);
    },
    ...tourReading(),
    heads: tellNothing,
  };
}

/** Ends at once: the tour has no event stream, so clients must poll. */
async function* tellNothing(): AsyncGenerator<never, void, void> {}

function listsOf(
  store: TourStore,
): Pick<EnginePort, "me" | "status" | "inbox" | "listTasks" | "listAuditEntries"> {
  return {
    me: async () => ({
      org: "tour",
      actor: { id: ON_TOUR, kind: "human", planner: false },
      role: "human",
      task: null,
    }),
    status: async () => ({
      version: "tour",
      counts: countsOf(store),
      waitingForMe: waitingOf(store),
      putOff: 0,
      repositories: [],
      sandbox: "none",
    }),
    inbox: async ({ limit } = {}) => {
      const items = take(store, limit, ({ turn }) => turn.who === ON_TOUR);
      return {
        items,
        next: null,
        waitingForMe: waitingOf(store),
        putOff: 0,
        counts: countsOf(store),
      };
    },
    listTasks: async ({ state, limit, order } = {}) => {
      if (order === "newest" && state === undefined)
        return { items: newest(store, limit), next: null };
      const items = take(store, limit, (line) => state === undefined || state.includes(line.state));
      return { items, next: null };
    },
    listAuditEntries: async () => ({ items: [...store.log()], next: null }),
  };
}

function readsOf(
  store: TourStore,
): Pick<EnginePort, "showTask" | "showDiff" | "why" | "tryModes" | "readLog" | "readFeedback"> {
  return {
    showTask: async ({ task }) => store.keep(task).view,
    showDiff: async ({ task, ...query }) => diffOf(store.keep(task), query),
    why: async ({ task }) => tourWhy(store.keep(task).view, store.startMs),
    tryModes: async ({ task }) => ({ task, items: tourModes(store.keep(task).view) }),
    readLog: async ({ task }) => ({ task, items: logOf(store.keep(task), store.startMs) }),
    readFeedback: async ({ task }) => {
      const { attempt, round } = store.keep(task).view;
      return { task, round: round?.number ?? 0, attempt, attemptLimit: 3, text: null };
    },
  };
}

function decisionsOf(
  store: TourStore,
): Pick<EnginePort, "approve" | "redo" | "reject" | "override" | "undo" | "release"> {
  return {
    release: async ({ task }) => {
      const turn = { holder: "person" as const, who: ON_TOUR };
      return store.write(task, { state: "reviewing", hold: null, turn }, "released");
    },
    approve: async ({ task, body }) => {
      const { round } = store.keep(task).view;
      if (round?.number !== body.round || round.content.tree !== body.tree)
        throw new CountersignError("stale_round", "It changed since you looked");
      return store.write(task, { state: "approved", turn: NO_TURN }, "approved", "approve");
    },
    redo: async ({ task, body }) => {
      const { view } = store.keep(task);
      const { quickIssues = [], customFeedback = "" } = body;
      const entry: TaskView["feedback"][number] = {
        iteration: view.round?.number ?? 0,
        timestamp: store.nowMs(),
        by: ON_TOUR,
        decision: "redo",
        quickIssues,
        customFeedback,
      };
      const turn = { holder: "agent" as const, who: view.authors.at(-1) ?? null };
      const feedback = [...view.feedback, entry];
      return store.write(task, { state: "rework", turn, feedback }, "sent back", "redo");
    },
    reject: async ({ task, body }) => {
      const change = { state: "rejected" as const, turn: NO_TURN, rejectReason: body.reason };
      return store.write(task, change, "rejected", "reject");
    },
    override: async ({ task }) =>
      store.write(task, { state: "approved", turn: NO_TURN }, "overridden", "override"),
    undo: async ({ task }) => store.undo(task),
  };
}

function changesOf(store: TourStore): Pick<EnginePort, "changeMode" | "putOff" | "dispose"> {
  return {
    changeMode: async ({ task, body }) => {
      const change = withMode(store.keep(task).view, body.mode);
      return store.write(task, change, `mode ${body.mode}`);
    },
    putOff: async ({ task }) => ({ task, putOff: true, untilMs: null }),
    dispose: async ({ task, finding, body }) => {
      const reason = "reason" in body ? body.reason : "on tour";
      const findings = store
        .keep(task)
        .view.findings.map((one) =>
          one.id === finding
            ? { ...one, disposition: { is: "dismissed" as const, reason, by: ON_TOUR } }
            : one,
        );
      return store.write(task, { findings }, "disposed");
    },
  };
}

function lineOf({ view, updatedMs }: TourTask): TaskLine {
  return toTaskLine(view, { updatedMs, me: ON_TOUR, known: null });
}

function withMode({ round }: TaskView, mode: string): Partial<TaskView> {
  if (round === null || round.plan === null) return {};
  return { round: { ...round, plan: { ...round.plan, mode } } };
}

function take(
  store: TourStore,
  limit: number | undefined,
  isWanted: (line: TaskLine) => boolean,
): TaskLine[] {
  const items: TaskLine[] = [];
  for (const kept of store.all()) {
    const line = lineOf(kept);
    if (isWanted(line)) items.push(line);
    if (items.length === (limit ?? store.size)) break;
  }
  return items;
}

/** Lists recently changed tasks; tasks that were never opened have not changed. */
function newest(store: TourStore, limit: number | undefined): TaskLine[] {
  const lines = store.seen().map(lineOf);
  return lines.toSorted((one, other) => other.updatedMs - one.updatedMs).slice(0, limit);
}

/** Counts waiting tasks; every task that was never opened waits. */
function waitingOf(store: TourStore): number {
  const isOthers = ({ view }: TourTask): boolean => view.turn.who !== ON_TOUR;
  return store.size - store.seen().filter(isOthers).length;
}

function countsOf(store: TourStore) {
  const seen = store.seen();
  const number = (state: State): number => seen.filter(({ view }) => view.state === state).length;
  return {
    open: number("open"),
    in_progress: number("in_progress"),
    reviewing: number("reviewing") + store.size - seen.length,
    rework: number("rework"),
    held: number("held"),
    approved: number("approved"),
    merging: number("merging"),
    done: number("done"),
    rejected: number("rejected"),
  };
}

type DiffQuery = Omit<Parameters<EnginePort["showDiff"]>[0], "task">;

function diffOf({ sample, view }: TourTask, { since, until, file }: DiffQuery) {
  const shown = since === undefined ? sample.files : (sample.asked?.files ?? []);
  const files = shown
    .filter(({ path }) => file === undefined || path === file)
    .map(({ path, patch, whole = patch }) => ({
      path,
      patch: file === undefined ? patch : whole,
      base64: null,
    }));
  return {
    task: view.id,
    round: until ?? view.round?.number ?? 0,
    from: "",
    to: "",
    upstream: "none" as const,
    files,
    unshown: [],
    covered: 0,
  };
}

/** Returns the start of the work and the submission, from which the duration is computed. */
function logOf({ sample, view }: TourTask, startMs: number) {
  const by = view.authors[0] ?? ON_TOUR;
  const claimed = {
    seq: 1,
    atMs: startMs - sample.minutes * 60_000,
    by,
    event: { type: "claimed" },
  };
  const event = { type: "submitted", round: view.round?.number ?? 0 };
  return [claimed, { seq: 2, atMs: startMs, by, event }];
}

const MODES = ["per-task", "batch", "auto", "skip"] as const;

/** Returns the effect of each mode on a sample task: checks can approve it if nothing else blocks it. */
function tourModes(view: TaskView): TriedModes["items"] {
  const { state, round } = view;
  const turn = { holder: "person" as const, who: view.turn.who ?? "" };
  const isOpen = state === "reviewing" || state === "open" || state === "in_progress";
  return MODES.map((mode) => {
    const refused = isOpen ? null : `${view.id} is ${state}`;
    const stays = { mode, refused, becomes: mode, state, turn, waitsFor: ["layer:owner"] };
    if (round === null || refused !== null || mode === "per-task" || mode === "batch") return stays;
    const hasFailed = view.batchObstacles.some((why) => /^(?:checks|gate) /.test(why));
    if (hasFailed) return stays;
    return { ...stays, state: "approved" as const, turn: NO_TURN, waitsFor: [] };
  });
}
