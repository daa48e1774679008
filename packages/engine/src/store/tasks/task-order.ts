import { REVIEW_WEIGHTS, type Severity, TaskId } from "@countersign/core";
import { asc, desc, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { tasks } from "../schema/schema.ts";
import { readCursor, writeCursor } from "./cursor.ts";

/**
 * By last change, by worst gate and highest risk, by fewest changed lines, or in the order of a review run: by the loss
 * that a minute of review avoids.
 */
export type TaskOrder = "newest" | "oldest" | "risk" | "smallest" | "run";

const ListCursor = z.tuple([z.int(), z.int(), TaskId]);
const RunCursor = z.tuple([z.number(), z.int(), TaskId]);

const PLANNED = sql`coalesce(${tasks.planned}, ${tasks.body} -> 'round')`;
const GATE = sql`CASE ${tasks.gate} WHEN 'fail' THEN 4 WHEN 'needs_fixes' THEN 3 WHEN 'pass_with_warnings' THEN 2 WHEN 'pass' THEN 1 ELSE 0 END`;
const RISK = sql`coalesce((${tasks.listFacts} ->> 'risk')::int, (${PLANNED} #>> '{plan,classification,risk}')::int, 0)`;
const LINES = sql`coalesce((${tasks.listFacts} ->> 'linesAdded')::bigint + (${tasks.listFacts} ->> 'linesDeleted')::bigint,
  (${PLANNED} #>> '{facts,linesAdded}')::bigint + (${PLANNED} #>> '{facts,linesDeleted}')::bigint, 0)`;

/** Computes `lossPerMinute` of core with the same operations in the same order, so that both give the same number. */
function lossPerMinuteSql(): SQL {
  const { unknownRisk, maxRisk, findingLoss, minMinutes } = REVIEW_WEIGHTS;
  const risk = sql`coalesce(${fact("risk")}, ${float(unknownRisk)})`;
  const found = sql`${findings("critical")} * ${float(findingLoss.critical)}
    + ${findings("major")} * ${float(findingLoss.major)} + ${findings("warning")} * ${float(findingLoss.warning)}`;
  return sql`((${risk} * ${risk}) / ${float(maxRisk)} + (${found})) / greatest(${float(minMinutes)}, ${minutesSql()})`;
}

/** Computes `sizeMinutes` of core; 0 until the change was read. */
function minutesSql(): SQL {
  const { linesPerMinute, minutesPerFile, minutesPerFinding } = REVIEW_WEIGHTS;
  const lines = sql`(${fact("linesAdded")} + ${fact("linesDeleted")})`;
  const open = sql`(${findings("critical")} + ${findings("major")} + ${findings("warning")} + ${findings("info")})`;
  return sql`coalesce(${lines} / ${float(linesPerMinute)} + ${fact("files")} * ${float(minutesPerFile)}
    + ${open} * ${float(minutesPerFinding)}, 0)`;
}

function fact(name: "risk" | "files" | "linesAdded" | "linesDeleted"): SQL {
  return sql`(${tasks.listFacts} ->> ${sql.raw(`'${name}'`)})::float8`;
}

function findings(severity: Severity): SQL {
  return sql`coalesce((${tasks.listFacts} #>> ${sql.raw(`'{findings,${severity}}'`)})::float8, 0)`;
}

function float(value: number): SQL {
  return sql.raw(`${value}::float8`);
}

/** The sort key before age in each order. Lower ranks come first. */
const RANKS: Readonly<Record<TaskOrder, SQL<number>>> = {
  newest: sql<number>`0`,
  oldest: sql<number>`0`,
  risk: sql<number>`-(100 * (${GATE}) + ${RISK})`.mapWith(Number),
  smallest: sql<number>`${LINES}`.mapWith(Number),
  run: sql<number>`-(${lossPerMinuteSql()})`.mapWith(Number),
};

export function orderRank(order: TaskOrder): SQL<number> {
  return RANKS[order];
}

/** The columns to sort by. Unranked orders use an index. */
export function orderColumns(order: TaskOrder, rank: SQL | SQL.Aliased): SQL[] {
  const direction = order === "newest" ? desc : asc;
  const byAge = [direction(tasks.updated), direction(tasks.taskId)];
  return isRanked(order) ? [asc(rank), ...byAge] : byAge;
}

type ListPosition = { rank: number; updatedMs: number; task: string };

export function cursorAt({ rank, updatedMs, task }: ListPosition): string {
  return writeCursor([rank, updatedMs, task]);
}

/** Matches everything after a cursor in the order. */
export function afterCursor(order: TaskOrder, after: string | undefined): SQL | undefined {
  if (after === undefined) return undefined;
  const [rank, updatedMs, task] = readCursor(order === "run" ? RunCursor : ListCursor, after);
  const age = sql`${new Date(updatedMs).toISOString()}::timestamptz, ${task}::text`;
  if (order === "newest") return sql`(${tasks.updated}, ${tasks.taskId}) < (${age})`;
  if (!isRanked(order)) return sql`(${tasks.updated}, ${tasks.taskId}) > (${age})`;
  return sql`(${RANKS[order]}, ${tasks.updated}, ${tasks.taskId}) > (${rank}, ${age})`;
}

function isRanked(order: TaskOrder): boolean {
  return order !== "newest" && order !== "oldest";
}
