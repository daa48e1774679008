import { unfinishedSeries } from "../../durable/unfinished-jobs.ts";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { type ForgeJob, pollJob, redeliverJob, scanJob } from "../../forge/forge-jobs.ts";
import type { Session } from "../../platform/transact.ts";
import type { LinkedRepository } from "../../store/forge/linked-repositories.ts";

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

/** What this process has enqueued, by key. */
export type Seen = ReadonlyMap<string, number>;

/** A read that is due, and what is remembered once it is enqueued. */
type DueRead = { job: ForgeJob; remember: (readonly [string, number])[] };

type ForgeMoment = {
  links: readonly LinkedRepository[];
  nowMs: number;
  times: Required<ForgeTimes>;
};

/**
 * Returns the reads that are due, except those of which one is unfinished. That one repeats itself until the forge
 * answers; with a second one, a forge that does not answer would be asked more and more often.
 */
export async function dueReads(
  scope: EngineScope,
  session: Session,
  seen: Seen,
  moment: ForgeMoment,
): Promise<DueRead[]> {
  const due = listDue(scope, seen, moment);
  if (due.length === 0) return [];
  const seriesOf = ({ job }: DueRead) => job(scope.org, moment.nowMs).id.replace(/\d+$/, "");
  const unfinished = await unfinishedSeries(session.client, due.map(seriesOf));
  return due.filter((read) => !unfinished.has(seriesOf(read)));
}

function listDue(scope: EngineScope, seen: Seen, { links, nowMs, times }: ForgeMoment): DueRead[] {
  const last = (repo: string, what: string) => seen.get(keyOf(scope, repo, what)) ?? 0;
  const now = (repo: string, what: string) => [keyOf(scope, repo, what), nowMs] as const;
  const polls = links
    .filter(
      ({ repo, polledMs }) => nowMs - Math.max(polledMs ?? 0, last(repo, "poll")) >= times.pollMs,
    )
    .map(({ repo }) => ({ job: pollJob(repo), remember: [now(repo, "poll")] }));
  const scans = links
    .filter(({ repo }) => nowMs - last(repo, "scan") >= times.scanMs)
    .map(({ repo }) => {
      const turn = last(repo, "turn");
      const next = [keyOf(scope, repo, "turn"), turn + 1] as const;
      return { job: scanJob(repo, turn), remember: [now(repo, "scan"), next] };
    });
  const asked = last("", "redeliver");
  if (links.length === 0 || nowMs - asked < times.redeliverMs) return [...polls, ...scans];
  const sinceMs = Math.max(asked - REDELIVERY_OVERLAP_MS, nowMs - FIRST_REDELIVERY_MS);
  const redelivery = { job: redeliverJob(sinceMs), remember: [now("", "redeliver")] };
  return [...polls, ...scans, redelivery];
}

/** The key of a pull request, or of a read of a repository. */
export function keyOf({ org }: EngineScope, repo: string, of: number | string): string {
  return JSON.stringify([org, repo, of]);
}
