import { CountersignError, type SprintView, tallyStates } from "@countersign/api";
import type { EnginePort } from "../data/engine-port.ts";
import { ON_TOUR, type TourStore } from "./create-tour-store.ts";

type SprintCalls = Pick<
  EnginePort,
  "showSprint" | "startSprint" | "pauseSprint" | "resumeSprint" | "addToSprint" | "stopSprint"
>;

/** Implements the in-memory sprint of a tour. It ends when a person stops it. */
export function tourSprint(store: TourStore): SprintCalls {
  let kept: SprintView | null = null;
  const now = () => ({ by: ON_TOUR, atMs: store.nowMs() });
  const counted = (sprint: SprintView): SprintView => {
    const tasks = sprint.tasks.map(({ task }) => lineOf(store, task));
    const { worked, failed } = tallyStates(tasks.map(({ state }) => state));
    return { ...sprint, tasks, worked, failed };
  };
  const keep = (sprint: SprintView): SprintView => {
    kept = counted(sprint);
    return kept;
  };
  const open = (): SprintView => {
    if (kept !== null && kept.state !== "ended") return kept;
    throw new CountersignError("wrong_state", "No sprint is running.");
  };
  return {
    showSprint: async () => ({ sprint: kept === null ? null : counted(kept) }),
    startSprint: async ({ body }) =>
      keep({
        id: "sprint-tour",
        state: "running",
        target: body.target ?? { is: "none_ready" },
        pauseOnFailure: body.pauseOnFailure ?? false,
        tasks: body.tasks.map((task) => lineOf(store, task)),
        worked: 0,
        failed: 0,
        started: now(),
        paused: null,
        ended: null,
      }),
    pauseSprint: async () => keep({ ...open(), state: "paused", paused: { ...now(), task: null } }),
    resumeSprint: async () => keep({ ...open(), state: "running", paused: null }),
    addToSprint: async ({ body }) => {
      const more = body.tasks.map((task) => lineOf(store, task));
      return keep({ ...open(), tasks: [...open().tasks, ...more] });
    },
    stopSprint: async () => keep({ ...open(), state: "ended", paused: null, ended: now() }),
  };
}

function lineOf(store: TourStore, id: string): SprintView["tasks"][number] {
  const { title, state, priority } = store.keep(id).view;
  return { task: id, title, state, priority };
}
