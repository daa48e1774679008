import type { PhaseName, TaskLocation, TaskTurn } from "@countersign/core";
import { and, eq, gte, inArray, not, or, type SQL, sql } from "drizzle-orm";
import type { Session } from "../../platform/transact.ts";
import { tasks } from "../schema/schema.ts";
import { isSnoozedBy } from "./snoozes.ts";

/** Missing fields match anything. */
type LocationFilter = Partial<TaskLocation>;

/** Which tasks a list contains. Missing fields match anything. */
export type TaskFilter = {
  /** Only this task. */
  task?: string;
  states?: readonly PhaseName[];
  turnHolder?: TaskTurn["holder"];
  /** The actor whose turn it is. */
  turnWho?: string;
  priority?: "P0" | "P1" | "P2";
  repo?: string;
  /** Only work at this location, of any author unless one is named. */
  location?: LocationFilter;
  /** Only tasks that this person has snoozed, or only those they have not. */
  snoozed?: { by: string; is: boolean };
  /** A text in the id, the title or a path of the change, in upper or lower case. */
  text?: string;
  label?: string;
  gate?: string;
  mode?: string;
  riskAtLeast?: number;
  /** Only tasks that changed at or after this time, in milliseconds. */
  sinceMs?: number;
};

/** Returns the conditions of a filter. */
export function filterConditions(query: TaskFilter): (SQL | undefined)[] {
  const { task, states, turnHolder, turnWho, priority, repo, location, snoozed } = query;
  return [
    task === undefined ? undefined : eq(tasks.taskId, task),
    states && inArray(tasks.state, [...states]),
    turnHolder && eq(tasks.turnHolder, turnHolder),
    turnWho === undefined ? undefined : eq(tasks.turnWho, turnWho),
    priority && eq(tasks.priority, priority),
    repo === undefined ? undefined : eq(tasks.repo, repo),
    location && isAt(location),
    snoozed && (snoozed.is ? isSnoozedBy(snoozed.by) : not(isSnoozedBy(snoozed.by))),
    ...changeConditions(query),
  ];
}

/** Conditions on the work, its review and its age. */
function changeConditions(query: TaskFilter): (SQL | undefined)[] {
  const { text, label, gate, mode, riskAtLeast, sinceMs } = query;
  const facts = tasks.listFacts;
  return [
    text === undefined ? undefined : containsText(text),
    label === undefined
      ? undefined
      : sql`${facts} -> 'labels' @> ${JSON.stringify([label])}::jsonb`,
    gate === undefined ? undefined : eq(tasks.gate, gate),
    mode === undefined ? undefined : sql`${facts} ->> 'mode' = ${mode}`,
    riskAtLeast === undefined ? undefined : sql`(${facts} ->> 'risk')::int >= ${riskAtLeast}::int`,
    sinceMs === undefined ? undefined : gte(tasks.updated, new Date(sinceMs)),
  ];
}

/** Matches the text as it is: no character of it has a meaning in the pattern. */
function containsText(text: string): SQL | undefined {
  const pattern = `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
  return or(
    sql`${tasks.taskId} ILIKE ${pattern}`,
    sql`${tasks.title} ILIKE ${pattern}`,
    sql`${tasks.paths} ILIKE ${pattern}`,
  );
}

function isAt(location: LocationFilter): SQL {
  return sql`${tasks.body} -> 'location' @> ${JSON.stringify(location)}::jsonb`;
}

/** Counts the tasks of a repository with work at a location, ended or not. */
export async function countTasksAt(
  { db, org }: Session,
  repo: string,
  location: TaskLocation,
): Promise<number> {
  const isHere = and(eq(tasks.orgId, org), eq(tasks.repo, repo), isAt(location));
  return await db.$count(tasks, isHere);
}
