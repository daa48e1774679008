import { CONTINUED_PHASES, type TaskLocation, type WorkLocation } from "@countersign/core";
import type { Principal } from "../../access/principal.ts";
import type { EngineDeps } from "../../execute/engine-deps.ts";
import { transact } from "../../platform/transact.ts";
import { readAnswerForKey } from "../../store/earlier-answers.ts";
import { speakerFor } from "../../store/names/speaker.ts";
import { listTasks, type TaskSummary } from "../../store/tasks/list-tasks.ts";

type Work = { repo: string; location: WorkLocation; formerTask?: string | undefined };

/** The open task of its author that work without a task's name continues; null: there is none. */
export async function taskOfWork(
  parts: EngineDeps,
  by: Principal,
  { repo, location, formerTask }: Work,
): Promise<string | null> {
  const [here] = await openTasksAt(parts, by.org, repo, { author: by.actor.id, ...location });
  if (here !== undefined) return here.task;
  if (location.worktree === null) return await begunElsewhere(parts, by, repo);
  return formerTask === undefined ? null : await continued(parts, by, repo, formerTask);
}

/** The open tasks at a location, of any author if none is named; what is worked on comes first. */
export async function openTasksAt(
  { pool }: Pick<EngineDeps, "pool">,
  org: string,
  repo: string,
  location: Partial<TaskLocation>,
): Promise<TaskSummary[]> {
  const { items } = await transact(pool, org, (session) =>
    listTasks(session, org, { repo, states: CONTINUED_PHASES, location }),
  );
  const rank = ({ state }: TaskSummary) => CONTINUED_PHASES.indexOf(state);
  return items.toSorted((a, b) => rank(a) - rank(b));
}

/** The task of an earlier call with this key: a repeat gets its answer. */
export async function answeredTask(
  { pool }: EngineDeps,
  { org, actor }: Principal,
  key: string,
): Promise<string | null> {
  const speaker = speakerFor(key, actor);
  const answer = await transact(pool, org, (session) =>
    readAnswerForKey(session, org, speaker, key),
  );
  return answer?.task ?? null;
}

/** Work that an author on another machine began, where nothing says on which branch. */
async function begunElsewhere(
  { pool }: EngineDeps,
  { org, actor }: Principal,
  repo: string,
): Promise<string | null> {
  const { items } = await transact(pool, org, (session) =>
    listTasks(session, org, {
      repo,
      states: ["in_progress", "rework", "held"],
      turnHolder: "agent",
      turnWho: actor.id,
      order: "oldest",
    }),
  );
  return items.find(({ location }) => location === null)?.task ?? null;
}

/** A task of a release that kept no locations, if it still goes on and is the author's. */
async function continued(
  { store }: EngineDeps,
  { org, actor }: Principal,
  repo: string,
  id: string,
): Promise<string | null> {
  const task = await store.load(org, id);
  if (task === null || task.repo !== repo || task.location !== undefined) return null;
  const isOpen = CONTINUED_PHASES.includes(task.phase.is);
  return isOpen && task.authors.includes(actor.id) ? task.id : null;
}
