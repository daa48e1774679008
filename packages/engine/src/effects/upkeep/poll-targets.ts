import { durationMs } from "@countersign/core";
import { and, eq, inArray, lt, not, sql } from "drizzle-orm";
import { recordSettings } from "../../commands/repositories/record-settings.ts";
import type { EngineDeps } from "../../execute/engine-deps.ts";
import { executeAsEngine } from "../../execute/execute-command.ts";
import { describeError } from "../../platform/log/describe-error.ts";
import { readClock } from "../../platform/read-clock.ts";
import { transact } from "../../platform/transact.ts";
import { ENGINE_KEYS } from "../../store/names/engine-keys.ts";
import { JOB_IDS } from "../../store/names/job-ids.ts";
import { mergeJob } from "../../store/names/merge-job.ts";
import { BY_ENGINE } from "../../store/organisation/organisation-log.ts";
import { dropHold, listRepositories } from "../../store/organisation/repositories.ts";
import { readSilenceClocks } from "../../store/organisation/silence-clocks.ts";
import { tasks } from "../../store/schema/schema.ts";
import { followTarget } from "../../target/follow-target.ts";
import { policyInForce } from "../content/read-content.ts";
import { followBases, WAITS_FOR_BASE } from "../merge/follow-bases.ts";
import { resumeMerges, WAITS_FOR_PERSON } from "../merge/resume-merges.ts";
import { alertHolds } from "../notify/alert-holds.ts";
import { refillSeats } from "../review/refill-seats.ts";
import { findSilent } from "./find-silent.ts";
import { createPeriodicTask, type PeriodicTask } from "./periodic-task.ts";

const LOOK_MS = 5_000;
const SWEEP_AFTER = "5 minutes";

/**
 * Polls for changes that no command reports: moved targets, merged or changed base tasks, lost locks and merges,
 * empty seats, and silent agents.
 */
export function pollTargets(
  parts: EngineDeps,
  orgs: readonly string[],
  lookMs: number = LOOK_MS,
): PeriodicTask {
  const seen = new Map<string, string>();
  const failed = new Map<string, string>();
  return createPeriodicTask(
    lookMs,
    async () => {
      for (const org of orgs) {
        await lookAtSettings(parts, org, seen);
        await lookAtTargets(parts, org, failed);
        await followBases(parts, org);
        await restartMerges(parts, org);
        await resumeMerges(parts, org);
        await refillSeats(parts, org);
        await reportSilence(parts, org);
        await alertHolds(parts, org);
      }
    },
    (error) => parts.log({ level: "error", event: "looking_failed", fields: describeError(error) }),
  );
}

/** Records settings that changed since the last poll. */
async function lookAtSettings(
  parts: EngineDeps,
  org: string,
  seen: Map<string, string>,
): Promise<void> {
  const now = JSON.stringify(await parts.ownerSettings?.());
  if (now === undefined || seen.get(org) === now) return;
  await recordSettings(parts, org);
  seen.set(org, now);
}

/** Polls the targets. An unreadable target is logged once per cause. */
async function lookAtTargets(
  parts: EngineDeps,
  org: string,
  failed: Map<string, string>,
): Promise<void> {
  const found = await transact(parts.pool, org, (session) => listRepositories(session, org));
  for (const repository of found) {
    const name = `${org}/${repository.id}`;
    try {
      await look(parts, org, repository);
      failed.delete(name);
    } catch (error) {
      const cause = describeError(error);
      if (failed.get(name) === JSON.stringify(cause)) continue;
      failed.set(name, JSON.stringify(cause));
      const fields = { org, repo: repository.id, ...cause };
      parts.log({ level: "warn", event: "target_unreadable", fields });
    }
  }
}

type Seen = Awaited<ReturnType<typeof listRepositories>>[number];

async function look(parts: EngineDeps, org: string, repository: Seen): Promise<void> {
  const { id, target, hold } = repository;
  const reading = await parts.mirrorOf(org).readTarget(repository, target);
  const isGone = reading.is === "unreliable" && reading.why === "repository_gone";
  if (!isGone) await parts.mirrorOf(org).clearLocks(repository);
  const isBack = !isGone && hold?.why === "repository_gone";
  if (isBack)
    await transact(parts.pool, org, (session) =>
      dropHold(session, org, id, BY_ENGINE, "repository_gone"),
    );
  if (hold === null || isBack) await followTarget(parts, org, id);
}

/** Restarts merges that failed permanently because of the engine, at most every five minutes. */
async function restartMerges(parts: EngineDeps, org: string): Promise<void> {
  await transact(parts.pool, org, async ({ client, db }) => {
    const lost = await db
      .select({ id: tasks.taskId, repo: tasks.repo, seq: tasks.seq })
      .from(tasks)
      .where(
        and(
          eq(tasks.orgId, org),
          inArray(tasks.state, ["approved", "merging"]),
          not(WAITS_FOR_PERSON),
          not(WAITS_FOR_BASE),
          lt(tasks.updated, sql`now() - ${SWEEP_AFTER}::interval`),
        ),
      )
      .limit(100);
    const bucket = Math.trunc((await readClock({ client, db })) / 300_000);
    const jobs = lost.map((task) =>
      mergeJob(org, task, JOB_IDS.mergeAgain(org, task.id, task.seq, bucket), 0),
    );
    if (jobs.length > 0) await parts.queue.enqueue(client, jobs);
  });
}

/** Requests an inspection of unfinished work whose agent, or whose whole repository, was silent for too long. */
async function reportSilence(parts: EngineDeps, org: string): Promise<void> {
  const repositories = await transact(parts.pool, org, (session) => listRepositories(session, org));
  for (const { id } of repositories) {
    const { silence, triggers } = await policyInForce(parts, org, id);
    if (triggers.silence === "off") continue;
    const clocks = await transact(parts.pool, org, (session) =>
      readSilenceClocks(session, org, { repo: id, runMs: durationMs(silence.run) }),
    );
    for (const { task, seq, summary } of findSilent(clocks, silence))
      await executeAsEngine(parts, {
        org,
        task,
        key: ENGINE_KEYS.silence(org, task, seq),
        command: { type: "report_event", trigger: "silence", summary },
      });
  }
}
