import type { EngineDeps } from "../../execute/engine-deps.ts";
import { createScope, type EngineScope } from "../../execute/engine-scope.ts";
import { describeError } from "../../platform/log/describe-error.ts";
import { sendWaitingReads } from "../../platform/read-along.ts";
import { createPeriodicTask, type PeriodicTask } from "../upkeep/periodic-task.ts";
import { wakeTask } from "./wake-task.ts";

/** A little longer than between two seals, so that one message polls for both. */
const POLL_MS = 1_100;
const BATCH = 100;
/** How long a task that refused its deadline, such as one on hold, is left alone. */
const REFUSED_MS = 60_000;

/** Polls for tasks whose deadline has passed, by the database's clock, and sends it to them. */
export function pollDueTasks(
  deps: EngineDeps,
  orgs: readonly string[],
  pollMs: number = POLL_MS,
): PeriodicTask {
  const onFailed = (error: unknown) =>
    deps.log({ level: "error", event: "deadline_failed", fields: describeError(error) });
  const polls = orgs.map((org) => {
    const refused = new Map<string, number>();
    const scope = createScope(deps, org);
    return createPeriodicTask(0, () => wakeDueTasks(scope, refused, pollMs), onFailed);
  });
  return {
    start() {
      for (const poll of polls) poll.start();
    },
    async stop() {
      const stopped = polls.map((poll) => poll.stop());
      for (const org of orgs) sendWaitingReads(deps.pool, org);
      await Promise.all(stopped);
    },
  };
}

/** Waits for the next poll, and sends the tasks of one organisation their deadline. Remembers those that refuse it. */
async function wakeDueTasks(
  scope: EngineScope,
  refused: Map<string, number>,
  waitMs: number,
): Promise<void> {
  const nowMs = performance.now();
  for (const [task, untilMs] of refused) if (untilMs <= nowMs) refused.delete(task);
  for (const task of await listDueTasks(scope, [...refused.keys()], waitMs)) {
    const isAccepted = await wakeTask(scope, { task }).catch((error: unknown) => {
      const fields = { org: scope.org, task, ...describeError(error) };
      scope.log({ level: "warn", event: "deadline_failed", fields });
      return false;
    });
    if (!isAccepted) refused.set(task, nowMs + REFUSED_MS);
  }
}

const DUE = `SELECT task_id AS task FROM countersign.tasks
  WHERE org_id = $1 AND due <= now() AND task_id <> ALL ($2) ORDER BY due LIMIT ${BATCH}`;

async function listDueTasks(
  { readAlong, org }: EngineScope,
  except: readonly string[],
  waitMs: number,
): Promise<string[]> {
  const { rows } = await readAlong(
    ({ client }) => client.query<{ task: string }>({ text: DUE, values: [org, except] }),
    waitMs,
  );
  return rows.map(({ task }) => task);
}
