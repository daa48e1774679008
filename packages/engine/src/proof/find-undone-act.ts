import { digestText, parsePersonStatement, type Task } from "@countersign/core";
import { and, desc, eq, inArray, isNotNull } from "drizzle-orm";
import type { Session } from "../platform/transact.ts";
import { acts } from "../store/schema/key-schema.ts";

/**
 * Returns the digest of the act that an undo takes back: the person's last signed approval or override of the task.
 * Null if the undone decision has no act.
 */
export async function findUndoneAct(
  { db, org }: Session,
  { id, grace }: Task,
  by: string,
): Promise<string | null> {
  if (grace?.by !== by || (grace.act !== "approve" && grace.act !== "override")) return null;
  const [last] = await db
    .select({ statement: acts.statement })
    .from(acts)
    .where(
      and(
        ...[eq(acts.orgId, org), eq(acts.taskId, id), eq(acts.actor, by), isNotNull(acts.recorded)],
        inArray(acts.command, ["approve", "record_verdict", "override"]),
      ),
    )
    .orderBy(desc(acts.recorded))
    .limit(1);
  const parsed = last === undefined ? null : parsePersonStatement(last.statement);
  if (last === undefined || parsed === null || !("act" in parsed.predicate)) return null;
  return digestText(last.statement);
}
