import type { PhaseName } from "@countersign/core";
import { and, eq, gte, inArray, ne, not, notInArray, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Session } from "../../platform/transact.ts";
import { tasks } from "../schema/schema.ts";
import { isSnoozedBy } from "./snoozes.ts";
import { filterConditions, type TaskFilter } from "./task-filter.ts";

/** The number of tasks in each section of a person's inbox. 1,000 means at least 1,000. */
const InboxCounts = z.object({
  held: z.int(),
  merge: z.int(),
  yours: z.int(),
  ready: z.int(),
  others: z.int(),
  reviewers: z.int(),
  agents: z.int(),
  done: z.int(),
});
export type InboxCounts = z.infer<typeof InboxCounts>;

export type SectionQuery = TaskFilter & {
  me: string;
  /** Ended tasks count from this time on, in milliseconds. */
  doneSinceMs: number;
};

const MAX_COUNTED = 1_000;
const ENDED: readonly PhaseName[] = ["done", "rejected"];
const MACHINES = ["reviewers", "checks", "engine"];

/** Counts the tasks of each section that a filter matches, with one statement. */
export async function countSections(
  { db, org }: Session,
  { me, doneSinceMs, ...filter }: SectionQuery,
): Promise<InboxCounts> {
  const where = and(eq(tasks.orgId, org), ...filterConditions(filter));
  const counts = Object.entries(sectionConditions(me, doneSinceMs)).map(
    ([section, condition]) => sql`(SELECT count(*) FROM (
      SELECT FROM ${tasks} WHERE ${and(where, condition)} LIMIT ${sql.raw(String(MAX_COUNTED))}
    ) AS those)::int AS ${sql.identifier(section)}`,
  );
  const { rows } = await db.execute(sql`SELECT ${sql.join(counts, sql`, `)}`);
  return InboxCounts.parse(rows[0]);
}

/** The condition of each section. They exclude each other and, together, match every task except snoozed ones. */
function sectionConditions(
  me: string,
  doneSinceMs: number,
): Record<keyof InboxCounts, SQL | undefined> {
  const isOpen = notInArray(tasks.state, [...ENDED]);
  const isMine = and(eq(tasks.turnWho, me), not(isSnoozedBy(me)));
  const isOthers = and(isOpen, or(sql`${tasks.turnWho} IS NULL`, ne(tasks.turnWho, me)));
  const isDecision = notInArray(tasks.state, [...ENDED, "held", "approved"]);
  return {
    held: and(isMine, eq(tasks.state, "held")),
    merge: and(isMine, eq(tasks.state, "approved")),
    yours: and(isMine, isDecision, sql`${tasks.gate} IS DISTINCT FROM 'pass'`),
    ready: and(isMine, isDecision, eq(tasks.gate, "pass")),
    others: and(isOthers, notInArray(tasks.turnHolder, ["agent", ...MACHINES])),
    reviewers: and(isOthers, inArray(tasks.turnHolder, MACHINES)),
    agents: and(isOthers, eq(tasks.turnHolder, "agent")),
    done: and(inArray(tasks.state, [...ENDED]), gte(tasks.updated, new Date(doneSinceMs))),
  };
}
