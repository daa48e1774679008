import type { EngineDeps } from "../../execute/engine-deps.ts";
import { createScope, type EngineScope } from "../../execute/engine-scope.ts";
import { describeError } from "../../platform/log/describe-error.ts";
import { readClock } from "../../platform/read-clock.ts";
import { listRepositories } from "../../store/organisation/repositories.ts";
import {
  type AcceptedTip,
  addMergeOutcome,
  addReopenedTasks,
  type FinishedTask,
  findMergeCommit,
  listFinishedTasks,
  listRecentTips,
} from "../../store/tasks/merge-outcomes.ts";
import { createPeriodicTask, type PeriodicTask } from "../upkeep/periodic-task.ts";
import { judgeLaterChange } from "./judge-later-change.ts";
import { readWatchedFiles } from "./read-watched-files.ts";

const WATCH_MS = 60_000;
/** By how much later looks for reopened tasks overlap, so that a slow transaction is not missed. */
const OVERLAP_MS = 600_000;

/** What this process has looked at: the last step of each target, and when it last looked for reopened tasks. */
type Looked = { positions: Map<string, number>; reopenedMs: Map<string, number> };

/**
 * Watches the targets for changes that revert or correct merged work, and the tasks for reopened ones.
 *
 * After a restart the steps of the last seven days are read again, which adds nothing twice.
 */
export function watchMerges(
  deps: EngineDeps,
  orgs: readonly string[],
  everyMs: number = WATCH_MS,
): PeriodicTask {
  const looked: Looked = { positions: new Map(), reopenedMs: new Map() };
  return createPeriodicTask(
    everyMs,
    async () => {
      for (const org of orgs) {
        const scope = createScope(deps, org);
        await watchReopened(scope, looked);
        const found = await scope.read((session) => listRepositories(session));
        for (const { id } of found) await watchTarget(scope, id, looked);
      }
    },
    (error) => deps.log({ level: "error", event: "watching_failed", fields: describeError(error) }),
  );
}

async function watchReopened(scope: EngineScope, { reopenedMs }: Looked): Promise<void> {
  const since = reopenedMs.get(scope.org) ?? 0;
  const nowMs = await scope.transact(async (session) => {
    await addReopenedTasks(session, Math.max(0, since - OVERLAP_MS));
    return await readClock(session);
  });
  reopenedMs.set(scope.org, nowMs);
}

/** Judges each step of a target since the last look. A step that cannot be read is logged and left out. */
async function watchTarget(scope: EngineScope, repo: string, { positions }: Looked): Promise<void> {
  const name = JSON.stringify([scope.org, repo]);
  const tips = await scope.read((session) =>
    listRecentTips(session, repo, positions.get(name) ?? 0),
  );
  const [first, ...later] = tips;
  if (first === undefined) return;
  if (later.length === 0) {
    positions.set(name, first.position);
    return;
  }
  const finished = await scope.read((session) => listFinishedTasks(session, repo));
  let before = first;
  for (const tip of later) {
    await watchStep(scope, { repo, from: before.tip, to: tip }, finished).catch((error: unknown) =>
      scope.log({
        level: "warn",
        event: "merge_not_watched",
        fields: { org: scope.org, repo, ...describeError(error) },
      }),
    );
    before = tip;
    positions.set(name, tip.position);
  }
}

/** A step of a target from one accepted commit to the next. */
type TargetStep = { repo: string; from: string; to: AcceptedTip };

async function watchStep(
  scope: EngineScope,
  { repo, from, to }: TargetStep,
  finished: readonly FinishedTask[],
): Promise<void> {
  const { paths } = await scope.mirror.listChanges(repo, { from, to: to.tip }, []);
  const changed = new Set(paths);
  for (const done of finished.filter((one) => one.paths.some((path) => changed.has(path)))) {
    const merged = await scope.read((session) => findMergeCommit(session, done.task, to.atMs));
    if (merged === null || (await scope.mirror.mergeBase(repo, merged, from)) !== merged) continue;
    const outcome = judgeLaterChange(
      await readWatchedFiles(scope.mirror, done, { from, to: to.tip }),
    );
    if (outcome === null) continue;
    const row = { taskId: done.task, outcome, repo, commit: to.tip };
    await scope.transact((session) => addMergeOutcome(session, row));
  }
}
