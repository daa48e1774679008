import type { Session } from "../../platform/transact.ts";

/** A recorded proof of a chain. */
export type StoredProof = {
  number: number;
  /** The commit that stores it. */
  object: string;
};

const TRUST_PROOFS = `
  SELECT number, object, how FROM countersign.proofs
   WHERE org_id = $1 AND repo = $2 AND recorded IS NOT NULL AND (number = $3 OR (how = 'trust' AND number < $3))
   ORDER BY number`;

/** Lists the changes of trust in a chain up to a move, from the root on, and the proof of that move. */
export async function listTrustProofs(
  { client, org }: Session,
  repo: string,
  number: number,
): Promise<{ at: StoredProof | null; changes: StoredProof[] }> {
  const query = { name: "list_trust_proofs", text: TRUST_PROOFS, values: [org, repo, number] };
  const { rows } = await client.query<StoredProof & { how: string }>(query);
  return {
    at: rows.find((proof) => proof.number === number) ?? null,
    changes: rows.filter(({ how }) => how === "trust"),
  };
}
