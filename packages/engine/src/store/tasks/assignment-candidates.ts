import type { AssignmentCandidate, HandOutRule } from "@countersign/core";
import { and, asc, eq, inArray, isNull, not, or, type SQL, sql } from "drizzle-orm";
import type { Session } from "../../platform/transact.ts";
import { tasks } from "../schema/schema.ts";
import { sprints } from "../schema/sprint-schema.ts";

/** A task that can be assigned, with what its agent must know. */
export type CandidateTask = AssignmentCandidate & { title: string; repo: string };

type CandidateQuery = {
  author: string;
  repo?: string | undefined;
  /** Only this task. */
  task?: string | undefined;
  sprint: HandOutRule | null;
};

/** Enough to choose the most urgent task from. */
const MAX_CANDIDATES = 200;

const LOCATION = sql<AssignmentCandidate["location"]>`${tasks.body} -> 'location'`;

/** Lists the tasks waiting for an agent: its own, and those without a location that may be handed out. */
export async function listCandidates(
  { db, org }: Session,
  { author, repo, task, sprint }: CandidateQuery,
): Promise<CandidateTask[]> {
  const rows = await db
    .select({
      task: tasks.taskId,
      state: tasks.state,
      agent: tasks.turnWho,
      priority: tasks.priority,
      title: tasks.title,
      repo: tasks.repo,
      location: LOCATION,
      updated: tasks.updated,
    })
    .from(tasks)
    .where(
      and(
        eq(tasks.orgId, org),
        inArray(tasks.state, ["rework", "held", "in_progress", "open"]),
        eq(tasks.turnHolder, "agent"),
        or(eq(tasks.turnWho, author), isNull(tasks.turnWho)),
        repo === undefined ? undefined : eq(tasks.repo, repo),
        task === undefined ? undefined : eq(tasks.taskId, task),
        or(sql`${LOCATION} ->> 'author' = ${author}`, isOpenTo(author, sprint)),
      ),
    )
    .orderBy(sql`${LOCATION} IS NULL`, asc(tasks.priority), asc(tasks.updated))
    .limit(MAX_CANDIDATES);
  return rows.map(({ updated, ...row }) => ({ ...row, updatedMs: updated.getTime() }));
}

/** Matches tasks without a location: those the agent already has, and those the sprint lets it start. */
function isOpenTo(author: string, sprint: HandOutRule | null): SQL | undefined {
  const isOwn = and(eq(tasks.turnWho, author), not(eq(tasks.state, "open")));
  return and(sql`${LOCATION} IS NULL`, or(isOwn, isInReach(sprint)));
}

function isInReach(sprint: HandOutRule | null): SQL {
  if (sprint === null || sprint.state === "ended") return sql`true`;
  const named = inArray(tasks.taskId, [...sprint.tasks]);
  return sprint.state === "running" ? named : not(named);
}

/** An agent that worked for a sprint stops when it ends: it gets no new tasks. */
const OVER: HandOutRule = { state: "running", tasks: [] };

/**
 * Reads the rule by which the organisation's sprint hands out tasks. Null if no sprint is running. `after` is
 * the task that the agent worked on last.
 */
export async function readHandOutRule(
  { db, org }: Session,
  { nowMs, after }: { nowMs: number; after: string | undefined },
): Promise<HandOutRule | null> {
  const { tasks: named, paused, target, ended } = sprints;
  const [row] = await db
    .select({ tasks: named, paused, target, ended })
    .from(sprints)
    .where(eq(sprints.orgId, org))
    .orderBy(sql`${ended} DESC NULLS FIRST`)
    .limit(1);
  if (row === undefined) return null;
  const { tasks: ids } = row;
  // A target in tasks ends the sprint with the task that reaches it. A target in time is compared here.
  const isTimeOver = row.target.is === "until" && row.target.untilMs <= nowMs;
  if (row.ended === null && row.paused !== null) return { state: "paused", tasks: ids };
  if (row.ended === null && !isTimeOver) return { state: "running", tasks: ids };
  return after !== undefined && ids.includes(after) ? OVER : null;
}
