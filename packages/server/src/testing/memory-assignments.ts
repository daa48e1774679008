import { chooseAssignment, type Task, turnOf } from "@countersign/core";
import type { CommandAnswer, Engine, NextOffer, Principal, Sprint } from "@countersign/engine";
import type { MemoryTasks } from "./memory-tasks.ts";
import { isAt } from "./memory-work.ts";

type AssignmentCalls = Pick<Engine, "nextAssignment" | "takeAssignment">;
type Query = Parameters<Engine["nextAssignment"]>[1];

const TARGET = "main";
const OVER = { state: "running", tasks: [] } as const;
const KEEPING = ["in_progress", "rework", "held", "reviewing", "approved", "merging"];

/** Implements assignments without a database, with the engine's own selection. */
export function memoryAssignments(
  tasksOf: (by: Principal) => MemoryTasks,
  sprintOf: (by: Principal) => Sprint | null,
  onCommand: () => void,
): AssignmentCalls {
  const answers = new Map<string, CommandAnswer>();
  const next = (by: Principal, query: Query): NextOffer => {
    const sprint = sprintOf(by);
    const tasks = sprint?.tasks.map(({ task }) => task) ?? [];
    const isOver = sprint?.state === "ended" && tasks.includes(query.after ?? "");
    const rule = isOver ? OVER : sprint && { ...sprint, tasks };
    const kept = [...tasksOf(by).kept.values()];
    return nextIn(kept, { author: by.actor.id, ...query }, rule, by.task);
  };
  return {
    nextAssignment: async (by, query) => next(by, query),
    async takeAssignment(by, key, place) {
      const before = answers.get(key);
      if (before !== undefined) return before;
      const { assignment } = next(by, place);
      if (assignment === null) return null;
      const { location } = place;
      const claim = { type: "claim", ...(location !== undefined && { location }) } as const;
      const answer = tasksOf(by).say(assignment.task, by.actor, claim);
      answers.set(key, answer);
      onCommand();
      return answer;
    },
  };
}

type Kept = { task: Task; updatedMs: number };

function nextIn(
  kept: readonly Kept[],
  { author = "", location, former, after }: Query,
  rule: Parameters<typeof chooseAssignment>[2],
  only: string | null,
): NextOffer {
  const candidates = kept.flatMap(({ task, updatedMs }) => {
    const { holder, who: agent } = turnOf(task);
    if (holder !== "agent" || task.id === after || (only !== null && task.id !== only)) return [];
    const { id, title, repo, priority, phase, location: at = null } = task;
    return [{ task: id, title, repo, priority, state: phase.is, agent, location: at, updatedMs }];
  });
  const [alone] = candidates;
  const worker = { author, location: location ?? null, former };
  const chosen =
    only !== null && alone !== undefined
      ? { task: alone, is: "here" as const }
      : chooseAssignment(candidates, worker, rule);
  const keeper = kept.find(
    ({ task }) =>
      location !== undefined &&
      isAt(task, { author, ...location }) &&
      KEEPING.includes(task.phase.is),
  );
  const occupiedBy = keeper?.task.id ?? null;
  if (chosen === null) return { assignment: null, occupiedBy };
  const { agent: _agent, updatedMs: _updatedMs, ...task } = chosen.task;
  const isKept = chosen.is === "new" && occupiedBy !== null;
  if (isKept && location?.branch === TARGET) return { assignment: null, occupiedBy };
  const branch = isKept ? { name: task.task, from: TARGET } : nearbyBranch(chosen.is, task);
  return { assignment: { ...task, is: chosen.is, branch }, occupiedBy };
}

function nearbyBranch(is: string, { location }: { location: Task["location"] | null }) {
  return is === "elsewhere" && location ? { name: location.branch, from: null } : null;
}
