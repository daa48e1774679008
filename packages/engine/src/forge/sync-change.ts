import { CountersignError, type Task } from "@countersign/core";
import type { EngineScope } from "../execute/engine-scope.ts";
import { executeAsEngine } from "../execute/execute-command.ts";
import { boundary } from "../platform/boundary.ts";
import { readClock } from "../platform/read-clock.ts";
import { type ForgeChange, ForgeError } from "../ports/forge.ts";
import { SPARE_POINTS } from "../store/forge/rate-limits.ts";
import {
  type ChangeKey,
  listOpenChanges,
  lockChange,
  type StoredChange,
  saveReadChange,
} from "../store/forge/stored-changes.ts";
import { ENGINE_KEYS } from "../store/names/engine-keys.ts";
import { applyReviews } from "./apply-reviews.ts";
import { callForge } from "./call-forge.ts";
import { fetchTarget } from "./fetch-target.ts";
import { saveForeignChecks } from "./foreign-checks.ts";
import { addForgeJobs, type ForgeJob, publishJob, syncJob } from "./forge-jobs.ts";
import { type ForgePlace, openForgePlace } from "./forge-place.ts";
import { planChange, submittedHead } from "./plan-change.ts";
import { choosePublishing } from "./shared-check.ts";
import { submitChange } from "./submit-change.ts";

/** About as many requests as one read of a pull request sends. */
const COST = { writes: 0, points: 6, spare: SPARE_POINTS };

/** Milliseconds until a pull request is read again whose task is merging. */
const WAIT_MS = 5_000;

/** Reads a pull request as it is now, and lets its task follow. */
export async function syncChange(scope: EngineScope, { repo, number }: ChangeKey): Promise<void> {
  const place = await openForgePlace(scope, repo);
  if (place === null) return;
  const again = (delayMs: number) => syncJob({ repo, number }, delayMs);
  await callForge(scope, place, { cost: COST, again }, async () => {
    const change = await place.forge.change(place.link.forge, number);
    boundary("change.read");
    const before = await scope.transact((session) => lockChange(session, { repo, number }));
    const waitMs = await followOrRefuse(scope, place, change, () =>
      followChange(scope, place, change, before),
    );
    if (waitMs !== null)
      await scope.transact((session) => addForgeJobs(scope, session, [again(waitMs)]));
    // What the task has not followed yet stays open here, so that it is read again after a crash.
    if (waitMs === null || change.state === "open") await saveChange(scope, place, change, before);
    if (change.state !== "open") return;
    await applyReviews(scope, place, change);
    await scanHead(scope, place, change);
  });
}

/** Looks for checks with our name on the head that others created. */
async function scanHead(
  scope: EngineScope,
  { forge, link, repository }: ForgePlace,
  { number, head: { commit: head } }: ForgeChange,
): Promise<void> {
  const { foreignChecks } = await forge.scan(link.forge, repository.target, [head]);
  await saveForeignChecks(scope, repository.id, [{ number, head }], foreignChecks);
}

/** Lets the task follow. Returns the milliseconds until it can, or null if it has followed. */
async function followChange(
  scope: EngineScope,
  place: ForgePlace,
  change: ForgeChange,
  before: StoredChange | null,
): Promise<number | null> {
  const id = before?.taskId ?? null;
  const task = id === null ? null : await scope.store.load(scope.org, id);
  const tree = isReviewed(place, change, task) ? await fetchHead(scope, place, change) : null;
  const head = { commit: change.head.commit, tree };
  const nowMs = await scope.read(readClock);
  const step = planChange({ ...change, head }, place.repository.target, task, nowMs);
  if (step.do === "wait") return step.untilMs === null ? WAIT_MS : step.untilMs - nowMs;
  if (step.do === "submit") await submitChange(scope, place, change, task, step);
  if (step.do === "close" && task !== null)
    await closeTask(scope, place, change, { task, outcome: step.outcome });
  return null;
}

/** Returns true if the head is new to the task, and under review. */
function isReviewed({ repository }: ForgePlace, change: ForgeChange, task: Task | null): boolean {
  const { state, isDraft, base, head } = change;
  const isNew = state === "open" && (task === null || submittedHead(task) !== head.commit);
  return isNew && base.branch === repository.target && !isDraft;
}

/**
 * Stores what was read. The pull requests that shared the former head get its check for themselves, those with the new
 * head share theirs with this one, and a merged one gets the state that it was merged with.
 */
async function saveChange(
  scope: EngineScope,
  { link, repository: { id: repo, target } }: ForgePlace,
  change: ForgeChange,
  before: StoredChange | null,
): Promise<void> {
  const { number, state, head, base } = change;
  await scope.transact(async (session) => {
    await saveReadChange(session, repo, change);
    const isSame = before?.head === head.commit && before.state === state;
    if (isSame && before.baseBranch === base.branch) return;
    const jobs: ForgeJob[] = [publishJob(link, number)];
    for (const shared of new Set([head.commit, before?.head ?? head.commit])) {
      const others = await listOpenChanges(session, repo, shared);
      const publishing = choosePublishing(
        others.filter((one) => one.number !== number),
        target,
      );
      jobs.push(...publishing.map((one) => publishJob(link, one.number, { cause: "shared" })));
    }
    await addForgeJobs(scope, session, jobs);
  });
}

/** Fetches the head and the target into our clone. Returns the tree of the head. */
async function fetchHead(
  scope: EngineScope,
  { forge, link, repository }: ForgePlace,
  { number, head }: ForgeChange,
): Promise<string> {
  const refs = { branches: [repository.target], changes: [number] };
  await forge.fetchInto(link.forge, repository.gitDir ?? repository.path, refs);
  boundary("change.fetched");
  const pinned = await scope.mirror.unkept.pin(repository, head.commit);
  if (pinned === null) throw new ForgeError("retry", "The head moved while it was fetched");
  return pinned.tree;
}

/**
 * Lets the task follow. Work that is refused, or that cannot be fetched, is reported on the pull request, because its
 * author reads no other surface.
 */
async function followOrRefuse(
  scope: EngineScope,
  { link, repository }: ForgePlace,
  change: ForgeChange,
  follow: () => Promise<number | null>,
): Promise<number | null> {
  try {
    return await follow();
  } catch (error) {
    const refusal = readRefusal(error);
    if (refusal === null) throw error;
    const fields = { org: scope.org, repo: repository.id, count: change.number, ...refusal.fields };
    scope.log({ level: "warn", event: "forge_work_refused", fields });
    await scope.transact(async (session) => {
      await saveReadChange(session, repository.id, change);
      const options = { cause: "refused", refusal: refusal.message } as const;
      await addForgeJobs(scope, session, [publishJob(link, change.number, options)]);
    });
    return null;
  }
}

/** Reads why the same work would be refused again. Null if a retry can help. */
function readRefusal(error: unknown): { message: string; fields: { code: string } } | null {
  if (error instanceof ForgeError)
    return error.kind === "refused" ? { message: error.message, fields: { code: "fetch" } } : null;
  if (!(error instanceof CountersignError) || error.code === "unreachable") return null;
  return { message: error.message, fields: { code: error.code } };
}

type Closing = { task: Task; outcome: "closed" | "merged" };

/**
 * Ends the task with its pull request. Reading the target ends the tasks whose merges we reproduce; the core holds the
 * repository if anything else was merged.
 */
async function closeTask(
  scope: EngineScope,
  place: ForgePlace,
  { mergeCommit }: ForgeChange,
  { task, outcome }: Closing,
): Promise<void> {
  let tree: string | null = null;
  if (outcome === "merged" && mergeCommit !== null) {
    await fetchTarget(scope, place);
    tree = (await scope.mirror.unkept.pin(place.repository, mergeCommit))?.tree ?? null;
  }
  await executeAsEngine(scope, {
    task: task.id,
    key: ENGINE_KEYS.closedOnForge(scope.org, task.id, task.seq),
    command: { type: "closed_elsewhere", outcome, tree },
  });
}
