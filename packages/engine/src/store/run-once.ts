import type { Session } from "../platform/transact.ts";
import { type CommandReceipt, throwReusedKey } from "./command-keys.ts";
import { PREVIOUS } from "./earlier-answers.ts";

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
