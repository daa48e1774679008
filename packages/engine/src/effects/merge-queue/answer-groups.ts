import type { EngineScope } from "../../execute/engine-scope.ts";
import { callForge } from "../../forge/call-forge.ts";
import { fetchTarget } from "../../forge/fetch-target.ts";
import { addForgeJobs, answerGroupsJob } from "../../forge/forge-jobs.ts";
import { type ForgePlace, openForgePlace } from "../../forge/forge-place.ts";
import {
  type Forge,
  ForgeError,
  type ForgeMergeGroup,
  type ForgeQueueEntry,
} from "../../ports/forge.ts";
import { reserveRequest } from "../../store/forge/request-budget.ts";
import { buildMergeReport, type MergeVerdict, nameTasks } from "../merge/build-merge-report.ts";
import { type JudgedGroup, judgeQueue, type QueuedGroup } from "./judge-queue.ts";

/** The reads of a queue. */
const COST = { writes: 0, points: 5 };
/** One new answer. They are reserved one by one, because a long queue has more than the limit allows at once. */
const ANSWER_COST = { writes: 1, points: 6 };

/** How often a queue that changes while it is judged is read again at once. */
const MAX_READS = 3;

type GroupsJob = { repo: string; commit: string | null; ref: string | null };

/** A group whose branch a webhook named. */
type NamedGroup = { commit: string; ref: string } | null;

/**
 * Answers every group of a repository's merge queue. A group is green only if its tree is our own merge of approved
 * heads in the order of the queue. `commit` and `ref` are a group and its branch, as its webhook names them.
 */
export async function answerGroups(
  scope: EngineScope,
  { repo, commit, ref }: GroupsJob,
): Promise<void> {
  const group: NamedGroup = commit === null || ref === null ? null : { commit, ref };
  const place = await openForgePlace(scope, repo);
  if (place === null) return;
  const again = (delayMs: number) => answerGroupsJob(repo, group, delayMs);
  const repeat = (delayMs: number) =>
    scope.transact((session) => addForgeJobs(scope, session, [again(delayMs)]));
  await callForge(scope, place, { cost: COST, again }, async () => {
    for (let reads = 1; reads <= MAX_READS; reads += 1) {
      const verdicts = await judgeOnce(scope, place, group);
      if (verdicts === null) continue;
      const waitMs = await tellVerdicts(scope, place, verdicts);
      if (waitMs === 0) return;
      return await repeat(waitMs);
    }
    await repeat(0);
  });
}

/** Judges every group. Null if the queue or the target changed in the meantime: both decide. */
async function judgeOnce(
  scope: EngineScope,
  place: ForgePlace,
  named: NamedGroup,
): Promise<JudgedGroup[] | null> {
  const { forge, link, repository } = place;
  const readQueue = () => forge.queue(link.forge, repository.target);
  const queue = await readQueue();
  const groups = listGroups(queue, named);
  await fetchGroups(place, groups);
  const target = await fetchTarget(scope, place);
  const verdicts = await judgeQueue(scope, repository.id, target, groups);
  if (verdicts === null) return null;
  return queueText(queue) === queueText(await readQueue()) ? verdicts : null;
}

/** What this process has written for each commit. After a restart the same answer is found on the forge. */
const TOLD = new WeakMap<Forge, Map<string, string>>();

/** Writes the answers that are new. Returns the milliseconds to wait if the rate limit is used up. */
async function tellVerdicts(
  scope: EngineScope,
  { forge, link }: ForgePlace,
  judged: readonly JudgedGroup[],
): Promise<number> {
  const verdicts = judged.map(describeVerdict);
  const before = TOLD.get(forge);
  const isTold = ({ commit, summary }: MergeVerdict) => before?.get(commit) === summary;
  const told = new Map(verdicts.filter(isTold).map(({ commit, summary }) => [commit, summary]));
  TOLD.set(forge, told);
  const key = { host: link.host, installation: link.forge.installation };
  for (const verdict of verdicts.filter((one) => !isTold(one))) {
    const waitMs = await scope.transact((session) => reserveRequest(session, key, ANSWER_COST));
    if (waitMs > 0) return waitMs;
    await forge.tell(link.forge, null, buildMergeReport(verdict), null);
    told.set(verdict.commit, verdict.summary);
  }
  return 0;
}

/** Lists the built groups, each with the heads of the queue up to it. */
function listGroups(
  queue: readonly ForgeQueueEntry[],
  named: NamedGroup,
): (QueuedGroup & Pick<ForgeMergeGroup, "ref">)[] {
  return queue.flatMap(({ group }, index) => {
    if (group === null) return [];
    const { commit } = group;
    const ref = named?.commit === commit ? named.ref : group.ref;
    return [{ commit, ref, heads: queue.slice(0, index + 1).map(({ head }) => head) }];
  });
}

/**
 * Fetches the branches of the groups, and removes those of groups that have ended. One that cannot be fetched is refused
 * when it is judged.
 */
async function fetchGroups(
  { forge, link, repository }: ForgePlace,
  groups: readonly Pick<ForgeMergeGroup, "ref">[],
): Promise<void> {
  const branches = groups.flatMap(({ ref }) => ref?.replace(/^refs\/heads\//, "") ?? []);
  const gitDir = repository.gitDir ?? repository.path;
  const fetch = (names: readonly string[]) =>
    forge.fetchInto(link.forge, gitDir, { branches: names, changes: [] });
  await forge.dropGroups(gitDir, branches);
  if (branches.length === 0) return;
  try {
    await fetch(branches);
  } catch (error) {
    if (!isRefused(error)) throw error;
    for (const branch of branches)
      await fetch([branch]).catch((reason: unknown) => {
        if (!isRefused(reason)) throw reason;
      });
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof ForgeError && error.kind === "refused";
}

function queueText(queue: readonly ForgeQueueEntry[]): string {
  return JSON.stringify(queue.map(({ number, head, group }) => [number, head, group?.commit]));
}

function describeVerdict({ commit, judged }: JudgedGroup): MergeVerdict {
  if (judged.is === "approved")
    return {
      ...{ commit, state: "success", title: "Approved" },
      summary: `The merges of ${nameTasks(judged.tasks)}, each approved, in the order of the queue.`,
    };
  return {
    ...{ commit, state: "failure", title: "Not approved" },
    summary: `This merge group was refused, because ${judged.why}.`,
  };
}
