import type { Task } from "@countersign/core";
import { and, eq, sql } from "drizzle-orm";
import type { EngineDeps } from "../../execute/engine-deps.ts";
import { describeError } from "../../platform/log/describe-error.ts";
import { readClock } from "../../platform/read-clock.ts";
import { transact } from "../../platform/transact.ts";
import { JOB_IDS } from "../../store/names/job-ids.ts";
import { mergeJob } from "../../store/names/merge-job.ts";
import { listRepositories, type StoredRepository } from "../../store/organisation/repositories.ts";
import { tasks } from "../../store/schema/schema.ts";
import { findBlockedCheckout } from "./blocked-checkout.ts";
import { mergeSides } from "./make-merge.ts";

const MAX_WAITING = 100;
const MINUTE_MS = 60_000;

/** Selects tasks whose merge waits for a person. Other approved tasks wait for the engine. */
export const WAITS_FOR_PERSON = sql`${tasks.body} #> '{phase,waits}' IS NOT NULL`;

/** Restarts merges whose checkout is no longer blocked, or is blocked by other files than the person saw. */
export async function resumeMerges(parts: EngineDeps, org: string): Promise<void> {
  const waiting = await transact(parts.pool, org, ({ db }) =>
    db
      .select({ task: tasks.body })
      .from(tasks)
      .where(and(eq(tasks.orgId, org), eq(tasks.state, "approved"), WAITS_FOR_PERSON))
      .limit(MAX_WAITING),
  );
  if (waiting.length === 0) return;
  const known = await transact(parts.pool, org, (session) => listRepositories(session, org));
  for (const { task } of waiting) {
    const repository = known.find(({ id }) => id === task.repo);
    if (repository === undefined || repository.hold !== null) continue;
    const isChanged = await hasChanged(parts, org, task, repository).catch((error: unknown) => {
      const fields = { org, repo: task.repo, task: task.id, ...describeError(error) };
      parts.log({ level: "warn", event: "target_unreadable", fields });
      return false;
    });
    if (isChanged) await startAgain(parts, org, task);
  }
}

async function hasChanged(
  parts: EngineDeps,
  org: string,
  { phase, round }: Task,
  repository: StoredRepository,
): Promise<boolean> {
  if (phase.is !== "approved" || phase.waits === undefined || round === null) return false;
  const sides = mergeSides(round, repository.tip);
  const trial = await parts.mirrorOf(org).trialMerge(repository.id, sides);
  if (trial.outcome === "conflict") return true;
  const move = { tip: repository.tip, tree: trial.tree };
  const blocked = await findBlockedCheckout(parts, org, repository, move);
  const { path, files } = phase.waits;
  return blocked?.path !== path || blocked.paths.join("\0") !== files.join("\0");
}

async function startAgain(parts: EngineDeps, org: string, task: Task): Promise<void> {
  await transact(parts.pool, org, async (session) => {
    const bucket = Math.trunc((await readClock(session)) / MINUTE_MS);
    const id = JOB_IDS.mergeAgain(org, task.id, task.seq, bucket);
    await parts.queue.enqueue(session.client, [mergeJob(org, task, id, 0)]);
  });
}
