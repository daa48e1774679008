import type { Task } from "@countersign/core";
import { and, eq, sql } from "drizzle-orm";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { describeError } from "../../platform/log/describe-error.ts";
import { readClock } from "../../platform/read-clock.ts";
import { JOB_IDS } from "../../store/names/job-ids.ts";
import { mergeJob } from "../../store/names/merge-job.ts";
import { listRepositories, type StoredRepository } from "../../store/organisation/repositories.ts";
import { tasks, wholeTask } from "../../store/schema/schema.ts";
import { mergeSides } from "../../target/merge-sides.ts";
import { findBlockedCheckout } from "./blocked-checkout.ts";

const MAX_WAITING = 100;
const MINUTE_MS = 60_000;

/** Selects tasks whose merge waits for a person. Other approved tasks wait for the engine. */
export const WAITS_FOR_PERSON = sql`${tasks.body} #> '{phase,waits}' IS NOT NULL`;

/** Restarts merges whose checkout is no longer blocked, or is blocked by other files than the person saw. */
export async function resumeMerges(scope: EngineScope): Promise<void> {
  const waits = and(eq(tasks.orgId, scope.org), eq(tasks.state, "approved"), WAITS_FOR_PERSON);
  const { rows: waiting } = await scope.readAlong(({ db }) =>
    db.execute<{ task: Task }>(
      sql`SELECT ${wholeTask} AS task FROM ${tasks} WHERE ${waits} LIMIT ${MAX_WAITING}`,
    ),
  );
  if (waiting.length === 0) return;
  const known = await scope.read((session) => listRepositories(session));
  for (const { task } of waiting) {
    const repository = known.find(({ id }) => id === task.repo);
    if (repository === undefined || repository.hold !== null) continue;
    const isChanged = await hasChanged(scope, task, repository).catch((error: unknown) => {
      const fields = { org: scope.org, repo: task.repo, task: task.id, ...describeError(error) };
      scope.log({ level: "warn", event: "target_unreadable", fields });
      return false;
    });
    if (isChanged) await startAgain(scope, task);
  }
}

async function hasChanged(
  scope: EngineScope,
  { phase, round }: Task,
  repository: StoredRepository,
): Promise<boolean> {
  if (phase.is !== "approved" || phase.waits === undefined || round === null) return false;
  const sides = mergeSides(round, repository.tip);
  const trial = await scope.mirror.trialMerge(repository.id, sides);
  if (trial.outcome === "conflict") return true;
  const move = { tip: repository.tip, tree: trial.tree };
  const blocked = await findBlockedCheckout(scope, repository, move);
  const { path, files } = phase.waits;
  return blocked?.path !== path || blocked.paths.join("\0") !== files.join("\0");
}

async function startAgain(scope: EngineScope, task: Task): Promise<void> {
  await scope.transact(async (session) => {
    const bucket = Math.trunc((await readClock(session)) / MINUTE_MS);
    const id = JOB_IDS.mergeAgain(scope.org, task.id, task.seq, bucket);
    await scope.queue.enqueue(session.client, [
      { ...mergeJob(scope.org, task, id, 0), once: true },
    ]);
  });
}
