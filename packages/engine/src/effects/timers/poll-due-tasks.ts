import type { EngineDeps } from "../../execute/engine-deps.ts";
import { createScope, type EngineScope } from "../../execute/engine-scope.ts";
import { describeError } from "../../platform/log/describe-error.ts";
import { createPeriodicTask, type PeriodicTask } from "../upkeep/periodic-task.ts";
import { wakeTask } from "./wake-task.ts";

const POLL_MS = 1_000;
const BATCH = 100;
/** How long a task that refused its deadline, such as one on hold, is left alone. */
const REFUSED_MS = 60_000;

/** Polls for tasks whose deadline has passed, by the database's clock, and sends it to them. */
export function pollDueTasks(
  deps: EngineDeps,
  orgs: readonly string[],
  pollMs: number = POLL_MS,
): PeriodicTask {
  const refused = new Map(orgs.map((org) => [org, new Map<string, number>()]));
  return createPeriodicTask(
    pollMs,
    async () => {
      for (const org of orgs) await wakeDueTasks(createScope(deps, org), refused.get(org));
    },
    (error) => deps.log({ level: "error", event: "deadline_failed", fields: describeError(error) }),
  );
}

/** Sends the tasks of one organisation their deadline. Remembers those that refuse it. */
async function wakeDueTasks(
  scope: EngineScope,
  refused: Map<string, number> = new Map(),
): Promise<void> {
  const nowMs = performance.now();
  for (const [task, untilMs] of refused) if (untilMs <= nowMs) refused.delete(task);
  for (const task of await listDueTasks(scope, [...refused.keys()])) {
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
  { read, org }: EngineScope,
  except: readonly string[],
): Promise<string[]> {
  const { rows } = await read(({ client }) =>
    client.query<{ task: string }>({ text: DUE, values: [org, except] }),
  );
  return rows.map(({ task }) => task);
}
