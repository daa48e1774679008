import { reachedMs, type SprintTally, type SprintTarget, tallyStates } from "@countersign/core";
import { requirePermission } from "../access/permissions.ts";
import type { Principal } from "../access/principal.ts";
import type { EngineScope } from "../execute/engine-scope.ts";
import { readClock } from "../platform/read-clock.ts";
import type { Session } from "../platform/transact.ts";
import { BY_ENGINE } from "../store/organisation/organisation-log.ts";
import {
  lastSprint,
  readSprintTasks,
  type SprintTask,
  type StoredSprint,
} from "../store/organisation/sprints.ts";

/** The current state of a sprint: its progress, and the actors that started, paused or ended it. */
export type Sprint = {
  id: string;
  state: "running" | "paused" | "ended";
  target: SprintTarget;
  pauseOnFailure: boolean;
  tasks: readonly SprintTask[];
  /** Number of submitted tasks. */
  worked: number;
  /** Number of held or rejected tasks. */
  failed: number;
  started: { by: string; atMs: number };
  /** `task` is the task whose failure paused it. Null if a person did. */
  paused: { by: string; atMs: number; task: string | null } | null;
  ended: { by: string; atMs: number } | null;
};

/** Returns the current sprint, or else the last one. Null if there was none. */
export async function sprint(
  { transact }: Pick<EngineScope, "transact">,
  by: Principal,
): Promise<Sprint | null> {
  requirePermission(by, "read");
  return transact(async (session) => readSprint(session, await readClock(session)));
}

export async function readSprint(session: Session, nowMs: number): Promise<Sprint | null> {
  const stored = await lastSprint(session);
  if (stored === null) return null;
  return toSprint(stored, await readSprintTasks(session, stored.tasks), nowMs);
}

function toSprint(stored: StoredSprint, tasks: SprintTask[], nowMs: number): Sprint {
  const { id, target, pauseOnFailure, startedBy, started } = stored;
  const tally = tallyStates(tasks.map(({ state }) => state));
  const ended = sprintEnd(stored, tally, nowMs);
  const paused = ended === null ? sprintPause(stored) : null;
  return {
    id,
    state: ended !== null ? "ended" : paused !== null ? "paused" : "running",
    target,
    pauseOnFailure,
    tasks,
    worked: tally.worked,
    failed: tally.failed,
    started: { by: startedBy, atMs: started.getTime() },
    paused,
    ended,
  };
}

function sprintPause({ paused, pausedBy, pausedFor }: StoredSprint): Sprint["paused"] {
  if (paused === null) return null;
  return { by: pausedBy ?? BY_ENGINE.id, atMs: paused.getTime(), task: pausedFor };
}

/** Ends a sprint with a reached target for every reader, even before the end is recorded. */
function sprintEnd(stored: StoredSprint, tally: SprintTally, nowMs: number): Sprint["ended"] {
  const { ended, endedBy, paused, target } = stored;
  if (ended !== null) return { by: endedBy ?? BY_ENGINE.id, atMs: ended.getTime() };
  const atMs = paused === null ? reachedMs(target, tally, nowMs) : null;
  return atMs === null ? null : { by: BY_ENGINE.id, atMs };
}
