import type { Pool } from "pg";
import { verdictIdFor } from "../../packages/engine/src/store/names/derived-ids.ts";
import type { Logged, Operation } from "./history.ts";
import { KEY } from "./load.ts";
import { ORG } from "./open-shop.ts";

/** Every entry of the log as it is stored, with the key of the command that wrote it. */
export async function readLog(owner: Pool, operations: readonly Operation[]): Promise<Logged[]> {
  const approvals = new Map(
    operations
      .filter(({ key }) => key.startsWith("chaos-approve"))
      .map(({ key, task }) => [verdictIdFor(ORG, task, key, { kind: "human", id: "ana" }), key]),
  );
  const { rows } = await owner.query<{ task: string; seq: number; body: string; id: string }>(
    `SELECT task_id AS task, seq::int, body::text, body->'verdict'->>'id' AS id
       FROM countersign.events WHERE org_id = $1 AND task_id <> '@organisation' ORDER BY task_id, seq`,
    [ORG],
  );
  return rows.map(({ task, seq, body, id }) => ({
    task,
    seq,
    key: approvals.get(id) ?? KEY.exec(body)?.[0] ?? null,
  }));
}
