import { digestText, type Task, turnOf } from "@countersign/core";
import type { EngineScope } from "../execute/engine-scope.ts";
import { boundary } from "../platform/boundary.ts";
import { readClock } from "../platform/read-clock.ts";
import type { ForgeReport } from "../ports/forge.ts";
import type { RequestCost } from "../store/forge/rate-limits.ts";
import {
  hasCheckOn,
  listOpenChanges,
  lockChange,
  type StoredChange,
  saveShownReport,
} from "../store/forge/stored-changes.ts";
import { readRepository } from "../store/organisation/repositories.ts";
import { buildRefusal, buildReport, joinReports } from "./build-report.ts";
import { callForge } from "./call-forge.ts";
import { addForgeJobs, type PublishCause, publishJob, syncJob } from "./forge-jobs.ts";
import { type ForgePlace, openForgePlace } from "./forge-place.ts";
import {
  buildUnreviewed,
  findUnreviewed,
  unreviewedTitle,
  withUnreviewed,
} from "./shared-check.ts";

/** The check is one content write, the comment another. Each write counts five points. */
function costOf({ comment }: ForgeReport): RequestCost {
  const writes = comment === null ? 1 : 2;
  return { writes, points: 2 + 5 * writes };
}

type Publishing = {
  repo: string;
  number: number;
  cause: PublishCause;
  refusal: string | null;
};

/** The report of a pull request now, and its task. */
type Present = {
  stored: StoredChange;
  task: Task | null;
  report: ForgeReport;
  /** Whether other open pull requests have the same head, and so the same check. */
  isShared: boolean;
  nowMs: number;
};

/**
 * Writes the present state of a task to the check of its head and to the comment. The report is built from what is
 * stored when the job runs, so a late job cannot show an earlier round.
 */
export async function publishReport(scope: EngineScope, job: Publishing): Promise<void> {
  const { repo, number, cause, refusal } = job;
  const place = await openForgePlace(scope, repo);
  const present = place === null ? null : await readPresent(scope, job);
  if (place === null || present === null) return;
  await followUp(scope, place, present);
  if (cause === "changed" && isShown(present)) return;
  const again = (delayMs: number) => publishJob(place.link, number, { delayMs, cause, refusal });
  const cost = costOf(present.report);
  await callForge(scope, place, { cost, again }, async () => {
    await tellForge(scope, place, present);
    const now = await readPresent(scope, job);
    if (now === null || reportDigest(now.report) === reportDigest(present.report)) return;
    // The task moved on while the report was written: a green check must not wait for the next poll.
    await scope.transact((session) => addForgeJobs(scope, session, [again(0)]));
  });
}

/** Reads what a pull request must show now. Null if there is nothing to show. */
async function readPresent(scope: EngineScope, job: Publishing): Promise<Present | null> {
  const { repo, number } = job;
  const read = await scope.transact(async (session) => {
    const stored = await lockChange(session, { repo, number });
    if (stored === null || stored.state === "closed") return null;
    const same = await listOpenChanges(session, repo, stored.head);
    return {
      ...{ stored, others: same.filter((one) => one.number !== number) },
      hasCheck: await hasCheckOn(session, repo, stored.head),
      target: (await readRepository(session, repo)).target,
      nowMs: await readClock(session),
    };
  });
  if (read === null) return null;
  const { stored, nowMs } = read;
  const task = await loadTaskOf(scope, stored);
  const others = await Promise.all(
    read.others.map(async (change) => ({ change, task: await loadTaskOf(scope, change) })),
  );
  const report = buildPresent({ ...read, task, others }, job);
  return report && { stored, task, report, isShared: others.length > 0, nowMs };
}

type Shared = { change: StoredChange; task: Task | null };
type Facts = {
  stored: StoredChange;
  task: Task | null;
  /** The other open pull requests with the same head. */
  others: readonly Shared[];
  /** Whether we wrote a check to the head, for whichever pull request. */
  hasCheck: boolean;
  target: string;
  nowMs: number;
};

/** Builds the report of a pull request: the worst result of all open ones with its head. */
function buildPresent(facts: Facts, { cause, refusal }: Publishing): ForgeReport | null {
  const { stored, task, others, target, nowMs } = facts;
  if (task === null)
    return refusal === null ? unreviewedReport(facts) : refusedReport(facts, refusal);
  let report = reportOf(stored, task, nowMs, cause === "asked");
  for (const { change, task: shared } of others)
    if (shared !== null) report = joinReports(report, reportOf(change, shared, nowMs));
  for (const { change, task: shared } of [{ change: stored, task }, ...others]) {
    const why = findUnreviewed(change, shared, target);
    if (why !== null) report = withUnreviewed(report, change.number, why);
  }
  return report;
}

/**
 * Takes a green check away from a pull request without a task. While another one with its head has a task, that one
 * shows it.
 */
function unreviewedReport({ stored, others, hasCheck, target }: Facts): ForgeReport | null {
  const why = findUnreviewed(stored, null, target);
  if (why === null || why === "refused" || !hasCheck) return null;
  if (others.some(({ task }) => task !== null)) return null;
  return buildUnreviewed(stored.head, stored.number, why);
}

/** Says which pull request was refused if others show the same check. */
function refusedReport({ stored, others }: Facts, reason: string): ForgeReport {
  const report = buildRefusal(stored.head, reason);
  if (others.length === 0) return report;
  return { ...report, title: unreviewedTitle(stored.number, "refused") };
}

async function loadTaskOf(
  { store, org }: EngineScope,
  { taskId }: StoredChange,
): Promise<Task | null> {
  return taskId === null ? null : await store.load(org, taskId);
}

function reportOf(
  { head, ids }: StoredChange,
  task: Task,
  nowMs: number,
  isAsked = false,
): ForgeReport {
  const hasComment = isAsked || (ids?.comment ?? null) !== null;
  return buildReport({ task, head, hasComment }, nowMs);
}

/**
 * Returns true if the report was written and no other pull request can have changed the check since. Of a merged pull
 * request only the state of the check matters.
 */
function isShown({ stored: { shown, state }, report, isShared }: Present): boolean {
  if (shown?.commit !== report.commit) return false;
  if (state === "merged" && shown.state === report.state) return true;
  return !isShared && shown.digest === reportDigest(report);
}

/** The digest of everything that is written. */
function reportDigest(report: ForgeReport): string {
  return digestText(JSON.stringify(report));
}

/** Writes the report and stores the ids of what was written. A crash in between repeats the same write. */
async function tellForge(
  scope: EngineScope,
  { forge, link }: ForgePlace,
  { stored, task, report }: Present,
): Promise<void> {
  const { repo, number, shown, ids } = stored;
  boundary("publish.begun");
  const known = shown?.commit === report.commit ? ids : null;
  const written = await forge.tell(link.forge, number, report, known);
  boundary("publish.told");
  const { commit, state } = report;
  const now = { commit, state, round: task?.round?.number ?? 0, digest: reportDigest(report) };
  await scope.transact((session) => saveShownReport(session, { repo, number }, now, written));
  boundary("publish.saved");
}

/**
 * Publishes again when the grace of a decision ends, and reads the reviews when it is a person's turn: an approval may
 * have been given while checks were running.
 */
async function followUp(
  scope: EngineScope,
  { link }: ForgePlace,
  { stored: { repo, number }, task, nowMs }: Present,
): Promise<void> {
  if (task === null) return;
  const graceMs = (task.grace?.untilMs ?? 0) - nowMs;
  const isPersonsTurn = task.phase.is === "reviewing" && turnOf(task).holder === "person";
  await scope.transact((session) =>
    addForgeJobs(scope, session, [
      ...(graceMs > 0 ? [publishJob(link, number, { delayMs: graceMs })] : []),
      ...(isPersonsTurn ? [syncJob({ repo, number })] : []),
    ]),
  );
}
