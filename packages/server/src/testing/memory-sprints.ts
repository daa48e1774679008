import { CountersignError } from "@countersign/core";
import type { Engine, Principal, Sprint } from "@countersign/engine";
import { memoryAssignments } from "./memory-assignments.ts";
import type { MemoryTasks } from "./memory-tasks.ts";

type SprintCalls = Pick<
  Engine,
  "sprint" | "startSprint" | "changeSprint" | "nextAssignment" | "takeAssignment"
>;

/** Implements sprints without a database: commands are stored, and no target is ever reached. */
export function memorySprints(
  tasksOf: (by: Principal) => MemoryTasks,
  onCommand: () => void,
): SprintCalls {
  const kept = new Map<string, Sprint>();
  const linesOf = (by: Principal, ids: readonly string[]): Sprint["tasks"] =>
    ids.map((id) => {
      const { task } = tasksOf(by).find(id);
      return { task: id, title: task.title, state: task.phase.is, priority: task.priority };
    });
  const keep = (by: Principal, sprint: Sprint): Sprint => {
    onCommand();
    kept.set(by.org, sprint);
    return sprint;
  };
  return {
    ...memoryAssignments(tasksOf, (by) => kept.get(by.org) ?? null, onCommand),
    sprint: async (by) => kept.get(by.org) ?? null,
    async startSprint(by, key, { tasks, target, pauseOnFailure }) {
      return keep(by, {
        id: `sprint-${key}`,
        state: "running",
        target,
        pauseOnFailure,
        tasks: linesOf(by, tasks),
        worked: 0,
        failed: 0,
        started: { by: by.actor.id, atMs: 0 },
        paused: null,
        ended: null,
      });
    },
    async changeSprint(by, _key, change) {
      const sprint = kept.get(by.org);
      if (sprint === undefined)
        throw new CountersignError("wrong_state", "No sprint is running.", {
          details: { task: "The sprint", state: "not running" },
        });
      const at = { by: by.actor.id, atMs: 0 };
      switch (change.do) {
        case "pause":
          return keep(by, { ...sprint, state: "paused", paused: { ...at, task: null } });
        case "resume":
          return keep(by, { ...sprint, state: "running", paused: null });
        case "stop":
          return keep(by, { ...sprint, state: "ended", paused: null, ended: at });
        case "add":
          return keep(by, { ...sprint, tasks: [...sprint.tasks, ...linesOf(by, change.tasks)] });
      }
    },
  };
}
