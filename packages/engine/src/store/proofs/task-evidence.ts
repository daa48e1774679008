import { CLOCK } from "../../platform/read-clock.ts";
import type { Session } from "../../platform/transact.ts";
import type { CompiledFrom } from "./plan-sources.ts";
import { type ChainEnd, READ_END } from "./proof-chain.ts";
import { ACTS_OF_TASK, type StoredAct } from "./stored-acts.ts";

/** What the database has for the proof of a task's merge. */
export type TaskEvidence = {
  /** The end of the proofs of the task's target. */
  chain: ChainEnd;
  /** The recorded acts about the task that are in no proof yet, in the order of their record. */
  acts: readonly StoredAct[];
  /** What its last plan was compiled from. Null if it was planned before the target had proofs. */
  source: { plan: string; body: CompiledFrom } | null;
  /** The time of the database. */
  nowMs: number;
};

const REPOSITORY = `(SELECT repo FROM countersign.tasks WHERE org_id = $1 AND task_id = $2)`;

const READ = `
  WITH chain AS (${READ_END.replace("repo = $2", `repo = ${REPOSITORY}`)})
  SELECT to_jsonb(chain) AS chain, ${CLOCK} AS "nowMs",
    (SELECT coalesce(jsonb_agg(act), '[]') FROM (${ACTS_OF_TASK}) AS act) AS acts,
    (SELECT jsonb_build_object('plan', plan, 'body', body) FROM countersign.plan_sources
      WHERE org_id = $1 AND task_id = $2) AS source
  FROM chain`;

/** Reads the evidence about a task, with one statement. Null if its target has no root. */
export async function readTaskEvidence(
  { client, org }: Session,
  task: string,
): Promise<TaskEvidence | null> {
  const query = { name: "read_task_evidence", text: READ, values: [org, task] };
  const { rows } = await client.query<Omit<TaskEvidence, "nowMs"> & { nowMs: string }>(query);
  const [row] = rows;
  return row === undefined ? null : { ...row, nowMs: Number(row.nowMs) };
}
