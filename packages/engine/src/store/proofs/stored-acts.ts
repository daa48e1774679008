import type { Session } from "../../platform/transact.ts";

/** A recorded act that is in no proof yet. */
export type StoredAct = {
  nonce: string;
  /** The exact line that the signature covers. */
  line: string;
  sshsig: string;
  recordedMs: number;
  /** The first entry of the task's log that its command wrote. Null in rows of older releases. */
  seq: number | null;
};

const COLUMNS = `nonce, statement AS line, sshsig, seq,
  (extract(epoch FROM recorded) * 1000)::float8 AS "recordedMs"`;

/** Lists the recorded acts about a task, the second parameter, that are in no proof yet, in the order of their record. */
export const ACTS_OF_TASK = `
  SELECT ${COLUMNS} FROM countersign.acts
   WHERE org_id = $1 AND task_id = $2 AND recorded IS NOT NULL AND proof IS NULL
   ORDER BY recorded, nonce`;

const ACCEPTING = `
  SELECT ${COLUMNS} FROM countersign.acts
   WHERE org_id = $1 AND task_id IS NULL AND command = 'release_repository'
     AND recorded IS NOT NULL AND proof IS NULL
     AND statement LIKE '%"act":"accept"%' AND strpos(statement, $2) > 0
   ORDER BY recorded DESC, nonce LIMIT 20`;

/** Lists the recorded acts that accept commits of others up to a commit and are in no proof yet, newest first. */
export async function listAcceptingActs(
  { client, org }: Session,
  commit: string,
): Promise<StoredAct[]> {
  const query = { name: "list_accepting_acts", text: ACCEPTING, values: [org, `"${commit}"`] };
  return (await client.query<StoredAct>(query)).rows;
}
