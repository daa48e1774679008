import { CountersignError } from "@countersign/core";
import type { Session } from "../../platform/transact.ts";
import type { Statement } from "../../ports/seal-body.ts";

type MonthStatement = Extract<Statement, { type: "archive" | "restore" }>;
export type ArchiveStatement = Extract<Statement, { type: "archive" }>;

/*
 * The last statement about each month. A seal makes it, which only the holder of the key can sign: a row alone cannot
 * pass a deleted month for an archived one.
 */
const STATEMENTS = {
  name: "read_month_statements",
  text: `SELECT DISTINCT ON (body -> 'says' ->> 'month') body -> 'says' AS says
           FROM countersign.seals
          WHERE org_id = $1 AND body -> 'says' ->> 'type' IN ('archive', 'restore')
          ORDER BY body -> 'says' ->> 'month', number DESC`,
};

/** Reads the archived months of an organisation by name, such as 2026-11. */
export async function readArchivedMonths({
  client,
  org,
}: Pick<Session, "client" | "org">): Promise<ReadonlyMap<string, ArchiveStatement>> {
  const { rows } = await client.query<{ says: MonthStatement }>({ ...STATEMENTS, values: [org] });
  return new Map(
    rows.flatMap(({ says }) => (says.type === "archive" ? [[says.month, says] as const] : [])),
  );
}

/** Refuses to go on without the log of a task that exists, if its month is archived. */
export async function requireLogOf(
  session: Pick<Session, "client" | "org">,
  taskId: string,
): Promise<void> {
  const { rows } = await session.client.query<{ opened: string }>(
    "SELECT opened::text FROM countersign.tasks WHERE org_id = $1 AND task_id = $2",
    [session.org, taskId],
  );
  if (rows[0] !== undefined) await requireLogPresent(session, taskId, rows[0].opened);
}

/** Refuses to go on without the log of a task whose month is archived. */
export async function requireLogPresent(
  session: Pick<Session, "client" | "org">,
  taskId: string,
  opened: string,
): Promise<void> {
  const month = opened.slice(0, 7);
  if ((await readArchivedMonths(session)).has(month)) throw archivedLog(taskId, month);
}

function archivedLog(taskId: string, month: string): CountersignError {
  return new CountersignError("wrong_state", `The log of ${taskId} is archived with ${month}`, {
    hint: "Stop the engine and restore the month: countersign server unarchive <file>",
    details: { task: taskId, state: "archived" },
  });
}
