import { CountersignError, MAX_SPRINT_TASKS, type SprintTarget } from "@countersign/core";
import { requirePermission } from "../access/permissions.ts";
import { type Principal, principalActor } from "../access/principal.ts";
import type { EngineScope } from "../execute/engine-scope.ts";
import { readClock } from "../platform/read-clock.ts";
import type { Session } from "../platform/transact.ts";
import { receiptFor } from "../store/command-keys.ts";
import { sprintIdFor } from "../store/names/derived-ids.ts";
import type { ActingParty } from "../store/organisation/organisation-log.ts";
import {
  addSprint,
  endIfReached,
  lockOpenSprint,
  lockSprints,
  readSprintTasks,
  type StoredSprint,
  updateSprint,
} from "../store/organisation/sprints.ts";
import { runOnce } from "../store/run-once.ts";
import { readSprint, type Sprint } from "./read-sprint.ts";

export type NewSprint = {
  tasks: readonly string[];
  target: SprintTarget;
  /** Pauses the sprint if one of its tasks is held or rejected. */
  pauseOnFailure: boolean;
};

/** A person's command to the current sprint. */
export type SprintChange =
  | { do: "pause" | "resume" | "stop" }
  | { do: "add"; tasks: readonly string[] };

/** Starts a sprint. Only one can run at a time. */
export async function startSprint(
  scope: Pick<EngineScope, "transact">,
  by: Principal,
  key: string,
  wanted: NewSprint,
): Promise<Sprint> {
  return changeOnce(scope, by, key, { start: wanted }, async (session, nowMs) => {
    const open = await lockOpenSprint(session);
    if (open !== null && !(await endIfReached(session, open, nowMs))) throw goesOn(open);
    const tasks = await workable(session, wanted.tasks);
    requireTarget(wanted.target, tasks.length, nowMs);
    const sprint = {
      orgId: by.org,
      id: sprintIdFor(by.org, key, by.actor),
      tasks,
      target: wanted.target,
      pauseOnFailure: wanted.pauseOnFailure,
      startedBy: by.actor.id,
      started: new Date(nowMs),
      ...NOT_PAUSED,
      ended: null,
      endedBy: null,
    };
    await addSprint(session, sprint, principalActor(by));
  });
}

/** Pauses, resumes, stops or extends the current sprint. Repeating a command has no effect. */
export async function changeSprint(
  scope: Pick<EngineScope, "transact">,
  by: Principal,
  key: string,
  said: SprintChange,
): Promise<Sprint> {
  return changeOnce(scope, by, key, said, async (session, nowMs) => {
    const open = await lockOpenSprint(session);
    if (open === null || (await endIfReached(session, open, nowMs))) throw noSprint();
    const party = principalActor(by);
    if (said.do === "add") return addTasks(session, open, said.tasks, party);
    if (said.do === "resume") return resume(session, open, nowMs, party);
    const now = new Date(nowMs);
    if (said.do === "stop") {
      const ended = { ended: now, endedBy: party.id };
      return updateSprint(session, open, ended, party, { type: "sprint_stopped" });
    }
    if (open.paused !== null) return;
    const paused = { paused: now, pausedBy: party.id, pausedFor: null };
    await updateSprint(session, open, paused, party, { type: "sprint_paused" });
  });
}

const NOT_PAUSED = { paused: null, pausedBy: null, pausedFor: null } as const;

/** Ends a sprint instead of resuming it if its target was reached during the pause. */
async function resume(
  session: Session,
  open: StoredSprint,
  nowMs: number,
  by: ActingParty,
): Promise<void> {
  if (open.paused !== null)
    await updateSprint(session, open, NOT_PAUSED, by, { type: "sprint_resumed" });
  await endIfReached(session, { ...open, ...NOT_PAUSED }, nowMs);
}

async function addTasks(
  session: Session,
  open: StoredSprint,
  ids: readonly string[],
  by: ActingParty,
): Promise<void> {
  const fresh = ids.filter((id) => !open.tasks.includes(id));
  if (fresh.length === 0) return;
  const tasks = [...open.tasks, ...(await workable(session, fresh))];
  if (tasks.length > MAX_SPRINT_TASKS) throw tooMany();
  await updateSprint(session, open, { tasks }, by, { type: "sprint_extended", tasks: fresh });
}

/** Applies one change of the sprint at a time, once per key, and returns the sprint's state. */
async function changeOnce(
  { transact }: Pick<EngineScope, "transact">,
  by: Principal,
  key: string,
  said: object,
  act: (session: Session, nowMs: number) => Promise<void>,
): Promise<Sprint> {
  requirePermission(by, "run_sprint");
  const once = receiptFor({
    org: by.org,
    task: "",
    key,
    actor: by.actor,
    command: { sprint: said },
  });
  const sprint = await transact(async (session) => {
    await lockSprints(session);
    const nowMs = await readClock(session);
    await runOnce(session, once, () => act(session, nowMs));
    return readSprint(session, nowMs);
  });
  return sprint ?? Promise.reject(noSprint());
}

/** Returns the tasks that can still be submitted. */
async function workable(session: Session, ids: readonly string[]): Promise<string[]> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) throw new CountersignError("invalid_input", "A sprint needs a task.");
  if (wanted.length > MAX_SPRINT_TASKS) throw tooMany();
  const known = new Map(
    (await readSprintTasks(session, wanted)).map(({ task, state }) => [task, state]),
  );
  for (const task of wanted) {
    const state = known.get(task);
    if (state === undefined) throw new CountersignError("not_found", `There is no task ${task}`);
    if (state !== "open" && state !== "in_progress" && state !== "rework")
      throw new CountersignError(
        "wrong_state",
        `${task} is ${state}; it cannot be worked on now.`,
        {
          details: { task, state },
        },
      );
  }
  return wanted;
}

function requireTarget(target: SprintTarget, tasks: number, nowMs: number): void {
  if (target.is === "until" && target.untilMs <= nowMs)
    throw new CountersignError("invalid_input", "That time is in the past");
  if (target.is === "tasks" && (target.count < 1 || target.count > tasks))
    throw new CountersignError("invalid_input", `The target must be 1 to ${tasks} tasks.`);
}

function goesOn({ id, paused }: StoredSprint): CountersignError {
  const state = paused === null ? "running" : "paused";
  return new CountersignError("wrong_state", `${id} is ${state}; there is one sprint at a time.`, {
    hint: "Add tasks to it, or stop it first.",
    details: { task: id, state },
  });
}

function noSprint(): CountersignError {
  return new CountersignError("wrong_state", "No sprint is running.", {
    hint: "Start one with: countersign sprint start",
    details: { task: "The sprint", state: "not running" },
  });
}

function tooMany(): CountersignError {
  return new CountersignError("invalid_input", `A sprint has at most ${MAX_SPRINT_TASKS} tasks.`);
}
