import type { Session } from "../../platform/transact.ts";

const READ_ROOT = `
  SELECT move FROM countersign.proofs
   WHERE org_id = $1 AND repo = $2 AND number = 1 AND recorded IS NOT NULL`;

/** Reads the digest of the first move of a chain. Null before the root. */
export async function readRootMove({ client, org }: Session, repo: string): Promise<string | null> {
  const query = { name: "read_root_move", text: READ_ROOT, values: [org, repo] };
  return (await client.query<{ move: string }>(query)).rows[0]?.move ?? null;
}
