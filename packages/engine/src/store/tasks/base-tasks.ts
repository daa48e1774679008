import { awaitedBase, type BaseTaskState, baseTaskState, type Task } from "@countersign/core";
import type { Session } from "../../platform/transact.ts";
import type { Pinned } from "../../ports/mirror.ts";
import { wholeTaskSql } from "../schema/task-body.ts";

const WHOLE = wholeTaskSql("body", "planned");

/** Maximum depth to which a stack of tasks is followed. A deeper stack still waits, task by task. */
const MAX_DEPTH = 100;

/** Reads the task that others are stacked on, with the tasks it waits for itself. Null if there is none. */
export async function readBaseTask(session: Session, id: string): Promise<BaseTaskState | null> {
  const task = await readBody(session, id);
  if (task === null) return null;
  const below: string[] = [];
  for (let next = awaitedBase(task); next !== null && below.length < MAX_DEPTH; ) {
    if (below.includes(next)) break;
    below.push(next);
    const lower = await readBody(session, next);
    next = lower === null ? null : awaitedBase(lower);
  }
  return baseTaskState(task, below);
}

async function readBody({ client, org }: Session, id: string): Promise<Task | null> {
  const text = `SELECT ${WHOLE} AS task FROM countersign.tasks WHERE org_id = $1 AND task_id = $2`;
  const { rows } = await client.query<{ task: Task }>(text, [org, id]);
  return rows[0]?.task ?? null;
}

/**
 * Days after its merge in which new work can find a task by its content. A squash merge leaves no other
 * trace.
 */
const MERGED_DAYS = 30;
const MAX_FOUND = 50;

const FIND = `
  SELECT ${WHOLE} AS task FROM countersign.tasks
   WHERE org_id = $1 AND repo = $2
     AND (state <> 'done' OR updated > now() - interval '${MERGED_DAYS} days')
     AND (body #>> '{round,content,head}' = ANY ($3) OR body #>> '{round,resultOf}' = ANY ($3)
          OR body #>> '{round,content,tree}' = ANY ($4))
   ORDER BY updated DESC LIMIT ${MAX_FOUND}`;

/**
 * Finds the tasks of a repository whose current content is one of these commits or has one of their trees.
 */
export async function findTasksByContent(
  { client, org }: Session,
  repo: string,
  commits: readonly Pinned[],
): Promise<Task[]> {
  if (commits.length === 0) return [];
  const ids = commits.map(({ commit }) => commit);
  const trees = commits.map(({ tree }) => tree);
  const { rows } = await client.query<{ task: Task }>(FIND, [org, repo, ids, trees]);
  return rows.map(({ task }) => task);
}
