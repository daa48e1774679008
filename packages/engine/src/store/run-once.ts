import type { Session } from "../platform/transact.ts";
import { type CommandReceipt, throwReusedKey } from "./command-keys.ts";
import { UNKNOWN_SPEAKER } from "./names/speaker.ts";

/**
 * Selects the row of a speaker's key: $1 organisation, $2 speaker, $3 key, $4 hash of the body.
 *
 * Answers from releases without speakers are also matched by body, because another client may have used the
 * same key for something else.
 */
const PREVIOUS = `SELECT body_hash, response FROM countersign.commands
   WHERE org_id = $1 AND key = $3
     AND speaker IN ($2, '${UNKNOWN_SPEAKER}') AND (speaker = $2 OR body_hash = $4)
   ORDER BY speaker = $2 DESC LIMIT 1`;

const KEEP = `INSERT INTO countersign.commands (org_id, speaker, key, body_hash, response)
  VALUES ($1, $2, $3, $4, '{}') ON CONFLICT DO NOTHING`;

/** Runs a command unless it already ran under the same key. Refuses the same key with another body. */
export async function runOnce(
  { client }: Session,
  { org, speaker, key, bodyHash }: CommandReceipt,
  act: () => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<{ body_hash: string }>(PREVIOUS, [
    org,
    speaker,
    key,
    bodyHash,
  ]);
  const [before] = rows;
  if (before !== undefined) return before.body_hash === bodyHash ? undefined : throwReusedKey(key);
  await act();
  const { rowCount } = await client.query(KEEP, [org, speaker, key, bodyHash]);
  if (rowCount === 0) throwReusedKey(key);
}
