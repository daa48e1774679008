import type { Task } from "@countersign/core";
import type { Session } from "../../platform/transact.ts";
import { wholeTaskSql } from "../schema/task-body.ts";

/** A task's stored state and the end of its log. */
export type TaskHead = { seq: number; headHash: string; task: Task };

/** A prepared statement, because it is the most frequent read. */
const HEAD = {
  name: "read_head",
  text: `SELECT seq, head_hash AS "headHash", ${wholeTaskSql("body", "planned")} AS task
           FROM countersign.tasks WHERE org_id = $1 AND task_id = $2`,
};

/** Reads the stored state of a task. Null if there is no such task. */
export async function readTaskHead(
  { client, org }: Session,
  taskId: string,
): Promise<TaskHead | null> {
  const { rows } = await client.query<TaskHead>({ ...HEAD, values: [org, taskId] });
  return rows[0] ?? null;
}
