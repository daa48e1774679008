import { CONTINUED_PHASES, type TaskLocation, type WorkLocation } from "@countersign/core";
import type { Principal } from "../../access/principal.ts";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { readAnswerForKey } from "../../store/earlier-answers.ts";
import { speakerFor } from "../../store/names/speaker.ts";
import { listTasks, type TaskSummary } from "../../store/tasks/list-tasks.ts";

type Work = { repo: string; location: WorkLocation; formerTask?: string | undefined };

/** Returns the author's open task that work without a task id continues. Null if there is none. */
export async function findTaskOfWork(
  scope: EngineScope,
  by: Principal,
  { repo, location, formerTask }: Work,
): Promise<string | null> {
  const [here] = await openTasksAt(scope, repo, { author: by.actor.id, ...location });
  if (here !== undefined) return here.task;
  if (location.worktree === null) return await begunElsewhere(scope, by, repo);
  return formerTask === undefined ? null : await continued(scope, by, repo, formerTask);
}

/** Returns the open tasks at a location, for any author if none is given, active ones first. */
export async function openTasksAt(
  { transact }: Pick<EngineScope, "transact">,
  repo: string,
  location: Partial<TaskLocation>,
): Promise<TaskSummary[]> {
  const { items } = await transact((session) =>
    listTasks(session, { repo, states: CONTINUED_PHASES, location }),
  );
  const rank = ({ state }: TaskSummary) => CONTINUED_PHASES.indexOf(state);
  return items.toSorted((a, b) => rank(a) - rank(b));
}

/** Returns the task of an earlier call with this key, so that a repeat gets the same response. */
export async function answeredTask(
  { read }: EngineScope,
  { actor }: Principal,
  key: string,
): Promise<string | null> {
  const speaker = speakerFor(key, actor);
  const answer = await read((session) => readAnswerForKey(session, speaker, key));
  return answer?.task ?? null;
}

/** Returns work that an author started on another machine on an unknown branch. */
async function begunElsewhere(
  { transact }: EngineScope,
  { actor }: Principal,
  repo: string,
): Promise<string | null> {
  const { items } = await transact((session) =>
    listTasks(session, {
      repo,
      states: ["in_progress", "rework", "held"],
      turnHolder: "agent",
      turnWho: actor.id,
      order: "oldest",
    }),
  );
  return items.find(({ location }) => location === null)?.task ?? null;
}

/** Returns a task from a release that stored no locations, if it is still open and belongs to the author. */
async function continued(
  { store }: EngineScope,
  { org, actor }: Principal,
  repo: string,
  id: string,
): Promise<string | null> {
  const task = await store.load(org, id);
  if (task === null || task.repo !== repo || task.location !== undefined) return null;
  const isOpen = CONTINUED_PHASES.includes(task.phase.is);
  return isOpen && task.authors.includes(actor.id) ? task.id : null;
}
