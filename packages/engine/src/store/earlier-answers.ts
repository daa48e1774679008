import type { Session } from "../platform/transact.ts";
import { type CommandReceipt, throwReusedKey } from "./command-keys.ts";
import type { EngineKey } from "./names/engine-keys.ts";
import { type Speaker, UNKNOWN_SPEAKER } from "./names/speaker.ts";
import type { CommandAnswer } from "./schema/command-answer.ts";
import type { StoredTask } from "./tasks/task-rows.ts";

/**
 * Selects the row of a speaker's key: $1 organisation, $2 speaker, $3 key, $4 hash of the body.
 *
 * Answers from releases without speakers are also matched by body, because another client may have used the
 * same key for something else.
 */
export const PREVIOUS = `SELECT body_hash, response FROM countersign.commands
   WHERE org_id = $1 AND key = $3
     AND speaker IN ($2, '${UNKNOWN_SPEAKER}') AND (speaker = $2 OR body_hash = $4)
   ORDER BY speaker = $2 DESC LIMIT 1`;

/* Runs as its own statement after the lock, so that it sees what the previous command committed. */
const READ = {
  name: "read_place",
  text: `SELECT c.body_hash, c.response, e.seq, e.hash
           FROM (SELECT) AS one
           LEFT JOIN LATERAL (${PREVIOUS}) c ON true
           LEFT JOIN LATERAL (SELECT seq, hash FROM countersign.events
                               WHERE org_id = $1 AND task_id = $5
                               ORDER BY seq DESC LIMIT 1) e ON true`,
};

type EarlierRow = {
  body_hash: string | null;
  response: CommandAnswer | null;
  seq: number | null;
  hash: string | null;
};

/**
 * Returns the earlier answer to this command, or null. Refuses the same key with another body, and a stored
 * state that does not match the end of its log.
 */
export async function readEarlierAnswer(
  { client }: Session,
  { org, speaker, key, bodyHash }: CommandReceipt,
  taskId: string,
  stored: StoredTask | null,
): Promise<CommandAnswer | null> {
  const { rows } = await client.query<EarlierRow>({
    ...READ,
    values: [org, speaker, key, bodyHash, taskId],
  });
  const [place] = rows;
  if (place !== undefined && place.response !== null)
    return place.body_hash === bodyHash ? place.response : throwReusedKey(key);
  if (stored !== null) requireHead(stored, place);
  return null;
}

function requireHead({ task, seq, headHash }: StoredTask, last: EarlierRow | undefined): void {
  if (task.seq !== seq || last?.seq !== seq || last.hash !== headHash)
    throw new Error(
      `The stored state of ${task.id} is at entry ${task.seq}, but its log ends at ${last?.seq ?? 0}`,
    );
}

const ANSWER = {
  name: "read_answer",
  text: "SELECT response FROM countersign.commands WHERE org_id = $1 AND speaker = 'engine' AND key = $2",
};

/** Reads the answer to an engine command. Null if none was given under this key. */
export async function readAnswer(
  { client, org }: Session,
  { key }: EngineKey,
): Promise<CommandAnswer | null> {
  const { rows } = await client.query<{ response: CommandAnswer }>({
    ...ANSWER,
    values: [org, key],
  });
  return rows[0]?.response ?? null;
}

const ANSWERED = {
  name: "read_answer_of_speaker",
  text: "SELECT response FROM countersign.commands WHERE org_id = $1 AND speaker = $2 AND key = $3",
};

/** Reads the answer that a speaker got under one of its keys. Null if it gave no command under it. */
export async function readAnswerForKey(
  { client, org }: Session,
  speaker: Speaker,
  key: string,
): Promise<CommandAnswer | null> {
  const values = [org, speaker, key];
  const { rows } = await client.query<{ response: CommandAnswer }>({ ...ANSWERED, values });
  return rows[0]?.response ?? null;
}
