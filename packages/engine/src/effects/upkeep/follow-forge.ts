import type { EngineDeps } from "../../execute/engine-deps.ts";
import { createScope, type EngineScope } from "../../execute/engine-scope.ts";
import { addForgeJobs, type ForgeJob, publishJob } from "../../forge/forge-jobs.ts";
import { describeError } from "../../platform/log/describe-error.ts";
import { readClock } from "../../platform/read-clock.ts";
import { listLinkedRepositories } from "../../store/forge/linked-repositories.ts";
import { dueReads, FORGE_TIMES, type ForgeTimes, keyOf } from "./due-forge-reads.ts";
import { createPeriodicTask, type PeriodicTask } from "./periodic-task.ts";

/** Polls the forge, and publishes the tasks of pull requests that changed. Does nothing without a forge. */
export function followForge(
  deps: EngineDeps,
  orgs: readonly string[],
  given: ForgeTimes = {},
): PeriodicTask {
  const times = { ...FORGE_TIMES, ...given };
  const seen = new Map<string, number>();
  const look = async () => {
    if (deps.forge === undefined) return;
    for (const org of orgs) await lookAtForge(createScope(deps, org), seen, times);
  };
  return createPeriodicTask(times.lookMs, look, (error) =>
    deps.log({ level: "error", event: "forge_polling_failed", fields: describeError(error) }),
  );
}

/** The last entry of each task of an open pull request. */
const STEPS = `
  SELECT c.repo, c.number, t.seq FROM countersign.forge_changes c
    JOIN countersign.tasks t ON t.org_id = c.org_id AND t.task_id = c.task_id
   WHERE c.org_id = $1 AND c.state = 'open'`;

type Step = { repo: string; number: number; seq: number };

/**
 * Enqueues what is due. `seen` holds what this process has enqueued: after a restart every open pull request is
 * compared once with what it shows.
 */
async function lookAtForge(
  scope: EngineScope,
  seen: Map<string, number>,
  times: Required<ForgeTimes>,
): Promise<void> {
  const enqueued = await scope.transact(async (session) => {
    const nowMs = await readClock(session);
    const links = await listLinkedRepositories(session);
    const { rows } = await session.client.query<Step>(STEPS, [scope.org]);
    const changed = rows.filter(
      ({ repo, number, seq }) => seen.get(keyOf(scope, repo, number)) !== seq,
    );
    const publishes = changed.flatMap((row): ForgeJob[] => {
      const link = links.find(({ repo }) => repo === row.repo);
      return link === undefined ? [] : [publishJob(link, row.number)];
    });
    const reads = await dueReads(scope, session, seen, { links, nowMs, times });
    await addForgeJobs(scope, session, [...reads.map(({ job }) => job), ...publishes]);
    return [
      ...reads.flatMap(({ remember }) => remember),
      ...changed.map(({ repo, number, seq }) => [keyOf(scope, repo, number), seq] as const),
    ];
  });
  for (const [key, value] of enqueued) seen.set(key, value);
}
