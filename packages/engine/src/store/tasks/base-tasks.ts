import { awaitedBase, type BaseTaskState, baseTaskState, type Task } from "@countersign/core";
import type { Session } from "../../platform/transact.ts";
import type { Pinned } from "../../ports/mirror.ts";

/** Tasks of one stack that are followed down. A deeper stack waits all the same, task by task. */
const MAX_DEPTH = 100;

/** The task that others are built on, with the tasks that it waits for itself; null: there is none. */
export async function readBaseTask(
  session: Session,
  org: string,
  id: string,
): Promise<BaseTaskState | null> {
  const task = await readBody(session, org, id);
  if (task === null) return null;
  const below: string[] = [];
  for (let next = awaitedBase(task); next !== null && below.length < MAX_DEPTH; ) {
    if (below.includes(next)) break;
    below.push(next);
    const lower = await readBody(session, org, next);
    next = lower === null ? null : awaitedBase(lower);
  }
  return baseTaskState(task, below);
}

async function readBody({ client }: Session, org: string, id: string): Promise<Task | null> {
  const text = "SELECT body FROM countersign.tasks WHERE org_id = $1 AND task_id = $2";
  const { rows } = await client.query<{ body: Task }>(text, [org, id]);
  return rows[0]?.body ?? null;
}

/** Days after its merge during which new work finds a task by its content; a squash leaves no other trace. */
const MERGED_DAYS = 30;
const MAX_FOUND = 50;

const FIND = `
  SELECT body FROM countersign.tasks
   WHERE org_id = $1 AND repo = $2
     AND (state <> 'done' OR updated > now() - interval '${MERGED_DAYS} days')
     AND (body #>> '{round,content,head}' = ANY ($3) OR body #>> '{round,resultOf}' = ANY ($3)
          OR body #>> '{round,content,tree}' = ANY ($4))
   ORDER BY updated DESC LIMIT ${MAX_FOUND}`;

/** The tasks of a repository whose current content is one of these commits, or has one of their trees. */
export async function findTasksByContent(
  { client }: Session,
  org: string,
  repo: string,
  commits: readonly Pinned[],
): Promise<Task[]> {
  if (commits.length === 0) return [];
  const ids = commits.map(({ commit }) => commit);
  const trees = commits.map(({ tree }) => tree);
  const { rows } = await client.query<{ body: Task }>(FIND, [org, repo, ids, trees]);
  return rows.map(({ body }) => body);
}
