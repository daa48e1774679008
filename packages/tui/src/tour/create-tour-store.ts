import {
  type Answer,
  type AuditEntryLine,
  CountersignError,
  type TaskView,
} from "@countersign/api";
import type { Sample } from "./sample-tasks.ts";
import { sampleView } from "./sample-view.ts";

export const ON_TOUR = "you-on-tour";
const GRACE_MS = 10_000;
const MINUTE_MS = 60_000;

type Act = NonNullable<TaskView["grace"]>["act"];

/** A sample task, its state before the last decision, and the time of its last change. */
export type TourTask = {
  readonly sample: Sample;
  readonly view: TaskView;
  readonly before: TaskView | null;
  readonly updatedMs: number;
};

export type TourStore = {
  readonly startMs: number;
  nowMs(): number;
  keep(id: string): TourTask;
  /** All tasks, each created on first access. */
  all(): Iterable<TourTask>;
  /** The number of tasks, and the tasks that were accessed; all others wait unchanged. */
  readonly size: number;
  seen(): readonly TourTask[];
  log(): readonly AuditEntryLine[];
  /** Changes a task; with an action the change can be undone for a while. */
  write(task: string, change: Partial<TaskView>, what: string, act?: Act): Answer;
  undo(task: string): Answer;
};

/** Fields of an entry without an engine. */
const UNSEALED = { detail: null, hash: "", seal: null, role: null, credential: null } as const;

/** Returns the in-memory tasks of a tour. */
export function createTourStore(nowMs: () => number, samples: readonly Sample[]): TourStore {
  const startMs = nowMs();
  const log: AuditEntryLine[] = [];
  const tasks = new Map<string, TourTask>();
  const known = new Map(samples.map((sample, index) => [sample.id, { sample, index }]));
  const keep = (id: string): TourTask => {
    const found = tasks.get(id);
    if (found !== undefined) return found;
    const one = known.get(id);
    if (one === undefined) throw new CountersignError("not_found", `There is no task ${id}`);
    const { sample, index } = one;
    const updatedMs = startMs - (samples.length - index) * MINUTE_MS;
    const kept = { sample, view: sampleView(sample, ON_TOUR, 1), before: null, updatedMs };
    tasks.set(id, kept);
    return kept;
  };
  const put = (kept: TourTask, view: TaskView, before: TaskView | null, what: string): Answer => {
    const seq = kept.view.seq + 1;
    tasks.set(view.id, { ...kept, view: { ...view, seq }, before, updatedMs: nowMs() });
    log.unshift({ task: view.id, seq, atMs: nowMs(), by: ON_TOUR, what, ...UNSEALED });
    const { state, turn, round } = view;
    return { task: view.id, seq, state, turn, round: round?.number ?? null, events: [what] };
  };
  /** Executes decisions that can no longer be undone. */
  const settle = (): void => {
    for (const kept of tasks.values()) {
      const { grace, state } = kept.view;
      if (grace === null || grace.untilMs > nowMs()) continue;
      const next = state === "approved" ? "done" : state;
      put(kept, { ...kept.view, state: next, grace: null }, null, next);
    }
  };
  return {
    startMs,
    nowMs,
    keep(id) {
      settle();
      return keep(id);
    },
    *all() {
      settle();
      for (const id of known.keys()) yield keep(id);
    },
    size: known.size,
    seen() {
      settle();
      return [...tasks.values()];
    },
    log: () => [...log],
    write(task, change, what, act) {
      const kept = keep(task);
      const grace = act === undefined ? null : { by: ON_TOUR, act, untilMs: nowMs() + GRACE_MS };
      const before = act === undefined ? null : kept.view;
      return put(kept, { ...kept.view, ...change, grace }, before, what);
    },
    undo(task) {
      const kept = keep(task);
      if (kept.before === null) throw new CountersignError("undo_closed", "Too late to undo");
      return put(kept, kept.before, null, "undone");
    },
  };
}
