import { CountersignError } from "@countersign/core";
import type { PoolClient } from "pg";
import { z } from "zod";
import type { Session } from "../platform/transact.ts";
import type { Leaf } from "../seal/merkle-root.ts";
import { firstDay, partitionName } from "./archive-format.ts";

const TaskRow = z.object({
  task: z.string(),
  seq: z.int(),
  head: z.string(),
  state: z.string(),
  sealedSeq: z.int().nullable(),
  sealedHead: z.string().nullable(),
});

const TASKS = `
  SELECT t.task_id AS task, t.seq, t.head_hash AS head, t.state,
         l.seq AS "sealedSeq", l.head AS "sealedHead"
    FROM countersign.tasks t
    LEFT JOIN LATERAL (
      SELECT seq, head FROM countersign.seal_leaves
       WHERE org_id = t.org_id AND task_id = t.task_id ORDER BY seq DESC LIMIT 1) l ON true
   WHERE t.org_id = $1 AND t.opened = $2 ORDER BY t.task_id`;

const FINISHED: ReadonlySet<string> = new Set(["done", "rejected"]);

type MonthTask = z.infer<typeof TaskRow>;

async function readTasks({ client, org }: Reader, month: string): Promise<MonthTask[]> {
  const { rows } = await client.query(TASKS, [org, firstDay(month)]);
  return z.array(TaskRow).parse(rows);
}

type Reader = Pick<Session, "client" | "org">;

/** Returns the whole logs of an organisation's tasks of a month, as their rows in `tasks` name them. */
export async function readMonthLeaves(session: Reader, month: string): Promise<Leaf[]> {
  const found = await readTasks(session, month);
  return found.map(({ task, seq, head }) => ({ task, first: 1, seq, head }));
}

/** Returns the logs of a month. Refuses one with an unfinished task or with an entry that is not sealed. */
export async function readFinishedMonth(session: Reader, month: string): Promise<Leaf[]> {
  const found = await readTasks(session, month);
  const open = found.filter(({ state }) => !FINISHED.has(state));
  if (open.length > 0)
    throw new CountersignError(
      "wrong_state",
      `${month} has ${open.length} unfinished tasks, such as ${open[0]?.task}`,
      { hint: "Finish or reject them first.", details: { task: month, state: "unfinished" } },
    );
  const unsealed = found.find(({ seq, sealedSeq }) => sealedSeq !== seq);
  if (unsealed !== undefined)
    throw new CountersignError(
      "wrong_state",
      `The log of ${unsealed.task} is not sealed to its end`,
      {
        hint: "Start the engine, which seals it, and stop it again.",
        details: { task: unsealed.task, state: "unsealed" },
      },
    );
  const other = found.find(({ head, sealedHead }) => head !== sealedHead);
  if (other !== undefined)
    throw new CountersignError(
      "wrong_state",
      `The log of ${other.task} ends otherwise than was sealed`,
      {
        hint: "Find out why: countersign audit verify",
        details: { task: other.task, state: "damaged" },
      },
    );
  return found.map(({ task, seq, head }) => ({ task, first: 1, seq, head }));
}

/** Returns true if the database holds the partition of a month. */
export async function hasPartition(
  client: Pick<PoolClient, "query">,
  month: string,
): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    "SELECT to_regclass($1) IS NOT NULL AS found",
    [`countersign.${partitionName(month)}`],
  );
  return rows[0]?.found === true;
}
