import { CountersignError } from "@countersign/core";
import type { Principal } from "../../access/principal.ts";
import type { EngineDeps } from "../../execute/engine-deps.ts";
import { type Session, transact } from "../../platform/transact.ts";
import { readAnswerForKey } from "../../store/earlier-answers.ts";
import { speakerFor } from "../../store/names/speaker.ts";
import type { NewTask } from "./new-task.ts";

/** Open tasks without work that one agent may have created. A person's number is not limited. */
const MAX_OPEN_TASKS = 200;

const COUNT = `SELECT count(*)::int AS count FROM (
  SELECT 1 FROM countersign.tasks t
    JOIN countersign.events e ON e.org_id = t.org_id AND e.task_id = t.task_id AND e.seq = 1
   WHERE t.org_id = $1 AND t.state = 'open' AND t.body -> 'location' IS NULL AND e.actor = $2
   LIMIT $3) one`;

/**
 * Refuses a new task by an agent that has created too many tasks without any work. Tasks with work do not
 * count.
 */
export async function requireFewOpen(
  { pool }: Pick<EngineDeps, "pool">,
  { org, actor }: Principal,
  key: string,
  { location }: Pick<NewTask, "location">,
): Promise<void> {
  if (actor.kind !== "agent" || location !== undefined) return;
  const isAllowed = await transact(pool, org, async (session) => {
    const count = await countOpen(session, org, actor.id);
    if (count < MAX_OPEN_TASKS) return true;
    // A repeated call creates nothing.
    return (await readAnswerForKey(session, org, speakerFor(key, actor), key)) !== null;
  });
  if (isAllowed) return;
  throw new CountersignError(
    "forbidden",
    `${actor.id} has created ${MAX_OPEN_TASKS} tasks that have no work yet, and may not create more.`,
    { hint: "Cancel some of them, or let agents work on them first" },
  );
}

async function countOpen({ client }: Session, org: string, actor: string): Promise<number> {
  const values = [org, actor, MAX_OPEN_TASKS];
  const { rows } = await client.query<{ count: number }>(COUNT, values);
  return rows[0]?.count ?? 0;
}
