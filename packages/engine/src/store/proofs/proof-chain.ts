import type { MoveStatement } from "@countersign/core";
import type { Session } from "../../platform/transact.ts";

/** The last recorded proof of a repository. */
export type ChainEnd = {
  number: number;
  /** The SHA-256 of its move. */
  move: string;
  /** The commit of the target that it proves. */
  commit: string;
  /** The commit that stores it. */
  object: string;
  /** The SHA-256 of the trust file and of the policy's files whose copies are in the chain. */
  trust: string;
  policy: string;
};

/** A proof whose objects are written. It is recorded when the target has moved. */
export type PreparedProof = ChainEnd & {
  how: MoveStatement["predicate"]["how"];
  previous: string | null;
  /** The nonces of its acts. */
  acts: readonly string[];
};

const COLUMNS = `number, move, commit, object, trust, policy`;

/** Reads the end of the chain of a repository, whose id is the second parameter. */
export const READ_END = `
  SELECT ${COLUMNS} FROM countersign.proofs
   WHERE org_id = $1 AND repo = $2 AND recorded IS NOT NULL ORDER BY number DESC LIMIT 1`;

/** Reads the end of the chain of a repository. Null if its target has no root. */
export async function readChainEnd(
  { client, org }: Session,
  repo: string,
): Promise<ChainEnd | null> {
  const query = { name: "read_chain_end", text: READ_END, values: [org, repo] };
  return (await client.query<ChainEnd>(query)).rows[0] ?? null;
}

const LIST_MOVES = `
  SELECT move FROM countersign.proofs
   WHERE org_id = $1 AND repo = $2 AND recorded IS NOT NULL ORDER BY number`;

/** Lists the digests of all recorded moves of a repository, from the root on. */
export async function listMoves({ client, org }: Session, repo: string): Promise<string[]> {
  const query = { name: "list_moves", text: LIST_MOVES, values: [org, repo] };
  return (await client.query<{ move: string }>(query)).rows.map(({ move }) => move);
}

const PREPARE = `
  INSERT INTO countersign.proofs (org_id, repo, object, number, how, move, previous, commit, trust, policy, acts)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT DO NOTHING`;

/** Stores a proof before the target moves, so that it is found after a crash. */
export async function prepareProof(
  { client, org }: Session,
  repo: string,
  proof: PreparedProof,
): Promise<void> {
  const { object, number, how, move, previous, commit, trust, policy, acts } = proof;
  const values = [org, repo, object, number, how, move, previous, commit, trust, policy, acts];
  await client.query({ name: "prepare_proof", text: PREPARE, values });
}

const LIST_PREPARED = `
  SELECT ${COLUMNS}, how, previous, acts FROM countersign.proofs
   WHERE org_id = $1 AND repo = $2 AND commit = ANY($3::text[]) AND recorded IS NULL
   ORDER BY prepared DESC, object`;

/** Lists the proofs that were prepared for any of these commits, newest first. */
export async function listPrepared(
  { client, org }: Session,
  repo: string,
  commits: readonly string[],
): Promise<PreparedProof[]> {
  const query = { name: "list_prepared", text: LIST_PREPARED, values: [org, repo, commits] };
  return (await client.query<PreparedProof>(query)).rows;
}

const RECORD = `
  WITH used AS (
    UPDATE countersign.acts SET proof = $4 WHERE org_id = $1 AND nonce = ANY($5::text[]))
  UPDATE countersign.proofs SET recorded = now() WHERE org_id = $1 AND repo = $2 AND object = $3`;

/** Records a prepared proof as the end of the chain. Its acts count in no other proof. */
export function recordProof(
  session: Session,
  repo: string,
  { object, number, acts }: Pick<PreparedProof, "object" | "number" | "acts">,
): void {
  const values = [session.org, repo, object, number, acts];
  session.send({ name: "record_proof", text: RECORD, values });
}

const IS_PREPARED = `
  SELECT FROM countersign.proofs
   WHERE org_id = $1 AND repo = $2 AND object = $3 AND recorded IS NULL LIMIT 1`;

/** Returns true if the engine prepared the proof that is stored in a commit, and has not recorded it. */
export async function isPreparedProof(
  { client, org }: Session,
  repo: string,
  object: string,
): Promise<boolean> {
  const query = { name: "is_prepared_proof", text: IS_PREPARED, values: [org, repo, object] };
  return (await client.query(query)).rowCount === 1;
}
