import type { EngineDeps } from "../../execute/engine-deps.ts";
import { createScope, type EngineScope } from "../../execute/engine-scope.ts";
import {
  addForgeJobs,
  type ForgeJob,
  pollJob,
  publishJob,
  redeliverJob,
  scanJob,
} from "../../forge/forge-jobs.ts";
import { describeError } from "../../platform/log/describe-error.ts";
import { readClock } from "../../platform/read-clock.ts";
import {
  type LinkedRepository,
  listLinkedRepositories,
} from "../../store/forge/linked-repositories.ts";
import { createPeriodicTask, type PeriodicTask } from "./periodic-task.ts";

/** How often the forge is read, in milliseconds. */
export type ForgeTimes = {
  /** Between looks at the tasks of pull requests, which are reads of our own database. Default 1,000. */
  lookMs?: number;
  /** Between lists of a repository's pull requests. Default 25,000; the limit of the promise is 30 s. */
  pollMs?: number;
  /** Between scans of targets and foreign checks. Default 45,000; each costs a request, so they are rarer than polls. */
  scanMs?: number;
  /** Between requests for webhooks that did not arrive. Default 120,000. */
  redeliverMs?: number;
};

/** The defaults. */
export const FORGE_TIMES = { lookMs: 1_000, pollMs: 25_000, scanMs: 45_000, redeliverMs: 120_000 };
/** How far back the first request for lost webhooks reads, and by how much later ones overlap. */
const FIRST_REDELIVERY_MS = 86_400_000;
const REDELIVERY_OVERLAP_MS = 600_000;

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

/** Jobs that are due, and what is remembered once they are enqueued. */
type DueJobs = { jobs: ForgeJob[]; remember: (readonly [string, number])[] };

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
    const reads = dueReads(scope, seen, { links, nowMs, times });
    await addForgeJobs(scope, session, [...reads.jobs, ...publishes]);
    return [
      ...reads.remember,
      ...changed.map(({ repo, number, seq }) => [keyOf(scope, repo, number), seq] as const),
    ];
  });
  for (const [key, value] of enqueued) seen.set(key, value);
}

type ForgeMoment = {
  links: readonly LinkedRepository[];
  nowMs: number;
  times: Required<ForgeTimes>;
};

function dueReads(
  scope: EngineScope,
  seen: ReadonlyMap<string, number>,
  { links, nowMs, times }: ForgeMoment,
): DueJobs {
  const last = (repo: string, what: string) => seen.get(keyOf(scope, repo, what)) ?? 0;
  const polled = links.filter(
    ({ repo, polledMs }) => nowMs - Math.max(polledMs ?? 0, last(repo, "poll")) >= times.pollMs,
  );
  const scanned = links.filter(({ repo }) => nowMs - last(repo, "scan") >= times.scanMs);
  const asked = last("", "redeliver");
  const isAskDue = links.length > 0 && nowMs - asked >= times.redeliverMs;
  const sinceMs = Math.max(asked - REDELIVERY_OVERLAP_MS, nowMs - FIRST_REDELIVERY_MS);
  return {
    jobs: [
      ...polled.map(({ repo }) => pollJob(repo)),
      ...scanned.map(({ repo }) => scanJob(repo, last(repo, "turn"))),
      ...(isAskDue ? [redeliverJob(sinceMs)] : []),
    ],
    remember: [
      ...polled.map(({ repo }) => [keyOf(scope, repo, "poll"), nowMs] as const),
      ...scanned.flatMap(({ repo }) => [
        [keyOf(scope, repo, "scan"), nowMs] as const,
        [keyOf(scope, repo, "turn"), last(repo, "turn") + 1] as const,
      ]),
      ...(isAskDue ? [[keyOf(scope, "", "redeliver"), nowMs] as const] : []),
    ],
  };
}

/** The key of a pull request, or of a read of a repository. */
function keyOf({ org }: EngineScope, repo: string, of: number | string): string {
  return JSON.stringify([org, repo, of]);
}
