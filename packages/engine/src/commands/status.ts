import { PHASES, type PhaseName } from "@countersign/core";
import { and, count, eq } from "drizzle-orm";
import type { Principal } from "../access/principal.ts";
import { readableTask } from "../access/readable-task.ts";
import type { EngineScope } from "../execute/engine-scope.ts";
import type { Session } from "../platform/transact.ts";
import { tasks } from "../store/schema/schema.ts";
import { isSnoozedBy } from "../store/tasks/snoozes.ts";
import { listReadableRepositories } from "./repositories/repositories.ts";
import type { RepositorySummary } from "./repositories/repository-lines.ts";

export type EngineStatus = {
  /** Tasks by state. 1,000 means at least 1,000. */
  counts: Readonly<Record<PhaseName, number>>;
  /** Number of tasks that wait for the caller, except snoozed ones. */
  waitingForMe: number;
  snoozed: number;
  repositories: readonly RepositorySummary[];
  /** Description of the sandbox for checks. */
  sandbox: string;
};

/** Maximum of a counter. Counting a million finished tasks would take too long. */
const MAX_COUNTED = 1_000;

/**
 * Counts tasks per state: $1 organisation, $2 states, $3 the only task to count, or null.
 *
 * The order is that of an index. Without it PostgreSQL reads a small table once per state.
 */
export const COUNT_STATES = `SELECT state, (SELECT count(*) FROM (
    SELECT FROM countersign.tasks t
     WHERE t.org_id = $1 AND t.state = asked.state AND ($3::text IS NULL OR t.task_id = $3)
     ORDER BY t.updated LIMIT ${MAX_COUNTED}) AS those)::int AS number
  FROM unnest($2::text[]) AS asked(state)`;

async function countStates({ client, org }: Session, only: string | undefined) {
  const { rows } = await client.query<{ state: PhaseName; number: number }>({
    name: "count_states",
    text: COUNT_STATES,
    values: [org, PHASES, only ?? null],
  });
  return rows;
}

export async function status(scope: EngineScope, by: Principal): Promise<EngineStatus> {
  const only = readableTask(by);
  const mine = [
    eq(tasks.orgId, by.org),
    eq(tasks.turnWho, by.actor.id),
    ...(only === undefined ? [] : [eq(tasks.taskId, only)]),
  ];
  const counted = await scope.transact(async (session) => ({
    states: await countStates(session, only),
    mine: await session.db
      .select({ number: count() })
      .from(tasks)
      .where(and(...mine)),
    snoozed: await session.db
      .select({ number: count() })
      .from(tasks)
      .where(and(...mine, isSnoozedBy(by.actor.id))),
  }));
  const snoozed = counted.snoozed[0]?.number ?? 0;
  const sandbox = await scope.processes.sandbox();
  const zero = Object.fromEntries(PHASES.map((state) => [state, 0]));
  const found = Object.fromEntries(counted.states.map(({ state, number }) => [state, number]));
  return {
    counts: { ...zero, ...found } as Record<PhaseName, number>,
    waitingForMe: (counted.mine[0]?.number ?? 0) - snoozed,
    snoozed,
    repositories: await listReadableRepositories(scope, by),
    sandbox:
      sandbox.kind === "none"
        ? `none: ${sandbox.why}. ${sandbox.install}.`
        : `${sandbox.kind} ${sandbox.version}`,
  };
}
