import type { ActorId, TaskId } from "../kernel/ids.ts";
import type { WorkLocation } from "../task/model/commands.ts";
import { isSameLocation } from "../task/model/location.ts";
import type { PhaseName, TaskLocation } from "../task/model/state.ts";

/** The rule by which a sprint assigns tasks. */
export type HandOutRule = { state: "running" | "paused" | "ended"; tasks: readonly TaskId[] };

/** A task that waits for an agent. */
export type AssignmentCandidate = {
  task: TaskId;
  state: PhaseName;
  /** The agent that it waits for. Null for any. */
  agent: ActorId | null;
  priority: "P0" | "P1" | "P2";
  location: TaskLocation | null;
  updatedMs: number;
};

/** An agent that requests work. A null location is on another machine. */
export type Worker = {
  author: ActorId;
  location: WorkLocation | null;
  /** The branch's task according to a release without locations. */
  former?: TaskId | undefined;
};

/**
 * The location of an assignment's work: the worker's location, another branch of its directory, or none yet. Only
 * new tasks are assigned; the others already belong to the worker.
 */
export type AssignmentKind = "here" | "elsewhere" | "new";

/** Returned work first, then questions, then started work, then new tasks. */
const URGENCY: readonly PhaseName[] = ["rework", "held", "in_progress", "open"];

const PRIORITIES = ["P0", "P1", "P2"];

/**
 * Returns whether a task may be assigned: a running sprint assigns only its own tasks, a paused one none of them.
 */
export function isHandedOut(task: TaskId, sprint: HandOutRule | null): boolean {
  if (sprint === null || sprint.state === "ended") return true;
  return sprint.tasks.includes(task) === (sprint.state === "running");
}

/** Chooses the next task of an agent: its own work at its location, its own work nearby, then a new task. */
export function chooseAssignment<Candidate extends AssignmentCandidate>(
  candidates: readonly Candidate[],
  worker: Worker,
  sprint: HandOutRule | null,
): { task: Candidate; is: AssignmentKind } | null {
  const { author, former } = worker;
  const work = candidates
    .filter(({ state, agent }) => URGENCY.includes(state) && (agent ?? author) === author)
    .filter((one) => !isPaused(one, sprint))
    .toSorted(byUrgency);
  const fresh = work.filter((one) => isNew(one) && isHandedOut(one.task, sprint));
  const first = (is: AssignmentKind, task: Candidate | undefined) =>
    task === undefined ? null : { task, is };
  return (
    first(
      "here",
      work.find((one) => isHere(one, worker)),
    ) ??
    first(
      "here",
      work.find(({ task, location }) => task === former && location === null),
    ) ??
    first(
      "elsewhere",
      work.find((one) => isNearby(one, worker)),
    ) ??
    first(
      "new",
      fresh.find(({ agent, state }) => agent === author && state === "open"),
    ) ??
    first(
      "new",
      fresh.find(({ agent }) => agent === null),
    )
  );
}

/** Unclaimed work waits while its sprint is paused. Started work continues. */
function isPaused({ task, state }: AssignmentCandidate, sprint: HandOutRule | null): boolean {
  if (state !== "open" && state !== "rework") return false;
  return sprint?.state === "paused" && sprint.tasks.includes(task);
}

function isNew({ state, location }: AssignmentCandidate): boolean {
  return location === null && (state === "open" || state === "rework");
}

function isHere({ location, agent, state }: AssignmentCandidate, worker: Worker): boolean {
  if (worker.location === null)
    return location === null
      ? agent === worker.author && state !== "open"
      : agent === worker.author && location.worktree === null;
  return (
    location !== null &&
    location.author === worker.author &&
    isSameLocation(location, worker.location)
  );
}

/** Returns true for work that the same agent started on another branch of the same directory. */
function isNearby({ location, state }: AssignmentCandidate, worker: Worker): boolean {
  const directory = worker.location?.worktree ?? null;
  if (location === null || directory === null || state === "open") return false;
  return location.author === worker.author && location.worktree === directory;
}

function byUrgency(a: AssignmentCandidate, b: AssignmentCandidate): number {
  return (
    URGENCY.indexOf(a.state) - URGENCY.indexOf(b.state) ||
    PRIORITIES.indexOf(a.priority) - PRIORITIES.indexOf(b.priority) ||
    a.updatedMs - b.updatedMs
  );
}
