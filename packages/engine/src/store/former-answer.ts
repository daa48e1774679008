import type { Pool } from "pg";
import { readOnce } from "../platform/read-once.ts";
import { UNKNOWN_SPEAKER } from "./names/speaker.ts";
import type { CommandAnswer } from "./schema/command-answer.ts";

const READ = {
  name: "read_former_answer",
  text: `SELECT response FROM countersign.commands
          WHERE org_id = $1 AND speaker = '${UNKNOWN_SPEAKER}' AND key = $2 AND body_hash = ANY ($3)`,
};

/**
 * Returns the answer that a release without speakers gave to a request with one of these bodies. Null if
 * there is none.
 */
export async function formerAnswer(
  pool: Pool,
  org: string,
  key: string,
  hashes: readonly string[],
): Promise<CommandAnswer | null> {
  const { rows } = await readOnce(pool, org, ({ client }) =>
    client.query<{ response: CommandAnswer }>({ ...READ, values: [org, key, hashes] }),
  );
  return rows[0]?.response ?? null;
}
