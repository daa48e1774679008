import type { Answer } from "./answer.ts";
import { reusedKey, type Said } from "./command-keys.ts";
import type { StoredTask } from "./task-rows.ts";
import type { Session } from "./transact.ts";

/*
 * After the lock and in a statement of its own: only so does it see what the one before us did.
 */
const READ = {
  name: "read_place",
  text: `SELECT c.body_hash, c.response, e.seq, e.hash
           FROM (SELECT) AS one
           LEFT JOIN countersign.commands c ON c.org_id = $1 AND c.key = $2
           LEFT JOIN LATERAL (SELECT seq, hash FROM countersign.events
                               WHERE org_id = $1 AND task_id = $3
                               ORDER BY seq DESC LIMIT 1) e ON true`,
};

type Place = {
  body_hash: string | null;
  response: Answer | null;
  seq: number | null;
  hash: string | null;
};

/**
 * The answer that this command got before, or null. The same key with another body is refused, and so is
 * a projection that does not stand where its log ends.
 */
export async function answerBefore(
  { client }: Session,
  { org, key, bodyHash }: Said,
  taskId: string,
  stored: StoredTask | null,
): Promise<Answer | null> {
  const { rows } = await client.query<Place>({ ...READ, values: [org, key, taskId] });
  const [place] = rows;
  if (place !== undefined && place.response !== null)
    return place.body_hash === bodyHash ? place.response : reusedKey(key);
  if (stored !== null) requireHead(stored, place);
  return null;
}

function requireHead({ task, seq, headHash }: StoredTask, last: Place | undefined): void {
  if (task.seq !== seq || last?.seq !== seq || last.hash !== headHash)
    throw new Error(`${task.id} stands at ${task.seq}, but its log ends at ${last?.seq ?? 0}`);
}
