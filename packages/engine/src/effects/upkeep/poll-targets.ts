import { durationMs } from "@countersign/core";
import { and, eq, inArray, lt, not, sql } from "drizzle-orm";
import { recordSettings } from "../../commands/repositories/record-settings.ts";
import type { EngineDeps } from "../../execute/engine-deps.ts";
import { createScope, type EngineScope } from "../../execute/engine-scope.ts";
import { executeAsEngine } from "../../execute/execute-command.ts";
import { describeError } from "../../platform/log/describe-error.ts";
import { readClock } from "../../platform/read-clock.ts";
import { ENGINE_KEYS } from "../../store/names/engine-keys.ts";
import { JOB_IDS } from "../../store/names/job-ids.ts";
import { mergeJob } from "../../store/names/merge-job.ts";
import { BY_ENGINE } from "../../store/organisation/organisation-log.ts";
import { dropHold, listRepositories } from "../../store/organisation/repositories.ts";
import { listReposWithWork, readSilenceClocks } from "../../store/organisation/silence-clocks.ts";
import { readChainEnd } from "../../store/proofs/proof-chain.ts";
import { tasks } from "../../store/schema/schema.ts";
import { checkProofs } from "../../target/check-proofs.ts";
import { followTarget } from "../../target/follow-target.ts";
import { followBases, WAITS_FOR_BASE } from "../merge/follow-bases.ts";
import { resumeMerges, WAITS_FOR_PERSON } from "../merge/resume-merges.ts";
import { alertHolds } from "../notify/alert-holds.ts";
import { refillSeats } from "../review/refill-seats.ts";
import { resumeTrust } from "../trust/resume-trust.ts";
import { findSilent } from "./find-silent.ts";
import { createPeriodicTask, type PeriodicTask } from "./periodic-task.ts";

const LOOK_MS = 5_000;
const SWEEP_AFTER = "5 minutes";

/**
 * Polls for changes that no command reports: moved targets, merged or changed base tasks, lost locks and merges,
 * empty seats, and silent agents.
 */
export function pollTargets(
  deps: EngineDeps,
  orgs: readonly string[],
  lookMs: number = LOOK_MS,
): PeriodicTask {
  const seen = new Map<string, string>();
  const failed = new Map<string, string>();
  return createPeriodicTask(
    lookMs,
    async () => {
      for (const org of orgs) {
        const scope = createScope(deps, org);
        await pollSettings(scope, seen);
        await pollAllTargets(scope, failed);
        await pollTasks(scope);
      }
    },
    (error) => deps.log({ level: "error", event: "looking_failed", fields: describeError(error) }),
  );
}

/** Polls the tasks of an organisation. The reads that begin each poll share one message. */
async function pollTasks(scope: EngineScope): Promise<void> {
  const polls = [
    ...[followBases, restartMerges, resumeMerges, refillSeats],
    ...[reportSilence, alertHolds, resumeTrust],
  ];
  const results = await Promise.allSettled(polls.map((poll) => poll(scope)));
  for (const result of results) if (result.status === "rejected") throw result.reason;
}

/** Records settings that changed since the last poll. */
async function pollSettings(scope: EngineScope, seen: Map<string, string>): Promise<void> {
  const now = JSON.stringify(await scope.ownerSettings?.());
  if (now === undefined || seen.get(scope.org) === now) return;
  await recordSettings(scope);
  seen.set(scope.org, now);
}

/** Polls the targets. An unreadable target is logged once per cause. */
async function pollAllTargets(scope: EngineScope, failed: Map<string, string>): Promise<void> {
  const found = await scope.read((session) => listRepositories(session));
  for (const repository of found) {
    const name = `${scope.org}/${repository.id}`;
    try {
      await pollTarget(scope, repository);
      failed.delete(name);
    } catch (error) {
      const cause = describeError(error);
      if (failed.get(name) === JSON.stringify(cause)) continue;
      failed.set(name, JSON.stringify(cause));
      const fields = { org: scope.org, repo: repository.id, ...cause };
      scope.log({ level: "warn", event: "target_unreadable", fields });
    }
  }
}

type Seen = Awaited<ReturnType<typeof listRepositories>>[number];

async function pollTarget(scope: EngineScope, repository: Seen): Promise<void> {
  const { id, target, hold } = repository;
  const reading = await scope.mirror.readTarget(repository, target);
  const isGone = reading.is === "unreliable" && reading.why === "repository_gone";
  if (!isGone) await scope.mirror.clearLocks(repository);
  const isBack = !isGone && hold?.why === "repository_gone";
  if (isBack)
    await scope.transact((session) => dropHold(session, id, BY_ENGINE, "repository_gone"));
  if (hold !== null && !isBack) return;
  const state = await followTarget(scope, id, repository);
  const chain = state.is === "ours" ? await scope.readAlong((on) => readChainEnd(on, id)) : null;
  await checkProofs(scope, repository, chain);
}

/** Restarts merges that failed permanently because of the engine, at most every five minutes. */
async function restartMerges(scope: EngineScope): Promise<void> {
  const isLost = and(
    eq(tasks.orgId, scope.org),
    inArray(tasks.state, ["approved", "merging"]),
    not(WAITS_FOR_PERSON),
    not(WAITS_FOR_BASE),
    lt(tasks.updated, sql`now() - ${SWEEP_AFTER}::interval`),
  );
  const { rows: lost } = await scope.readAlong(({ db }) =>
    db.execute<{ id: string; repo: string; seq: number }>(
      sql`SELECT task_id AS id, repo, seq FROM ${tasks} WHERE ${isLost} LIMIT 100`,
    ),
  );
  if (lost.length === 0) return;
  await scope.transact(async (session) => {
    const bucket = Math.trunc((await readClock(session)) / 300_000);
    const jobs = lost.map((task) => ({
      ...mergeJob(scope.org, task, JOB_IDS.mergeAgain(scope.org, task.id, task.seq, bucket), 0),
      once: true,
    }));
    await scope.queue.enqueue(session.client, jobs);
  });
}

/** Requests an inspection of unfinished work whose agent, or whose whole repository, was silent for too long. */
async function reportSilence(scope: EngineScope): Promise<void> {
  const busy = await scope.readAlong(listReposWithWork);
  if (busy.size === 0) return;
  const repositories = await scope.read((session) => listRepositories(session));
  for (const repository of repositories.filter(({ id }) => busy.has(id))) {
    const { silence, triggers } = await scope.policies.of(scope.reading, repository);
    if (triggers.silence === "off") continue;
    const limits = { repo: repository.id, runMs: durationMs(silence.run) };
    const clocks = await readSilenceClocks(scope.reading, limits);
    for (const { task, seq, summary } of findSilent(clocks, silence))
      await executeAsEngine(scope, {
        task,
        key: ENGINE_KEYS.silence(scope.org, task, seq),
        command: { type: "report_event", trigger: "silence", summary },
      });
  }
}
