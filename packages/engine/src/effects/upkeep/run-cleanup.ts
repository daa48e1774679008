import type { EngineDeps } from "../../execute/engine-deps.ts";
import { describeError } from "../../platform/log/describe-error.ts";
import { transact } from "../../platform/transact.ts";
import { forgetAnswers } from "../../store/forget-answers.ts";
import { forgetNotifications } from "../../store/organisation/notifications.ts";
import { listRepositories } from "../../store/organisation/repositories.ts";
import { forgetConnections } from "../../store/organisation/reviewer-connections.ts";
import { policyInForce } from "../content/read-content.ts";
import { createPeriodicTask, type PeriodicTask } from "./periodic-task.ts";

const TIDY_MS = 3_600_000;
/** Number of runs per packing of the mirrors, which is once a day. */
const PACK_EVERY = 24;

/** Deletes old finished data and packs the mirrors, periodically. Several processes may do so at once. */
export function runCleanup(
  parts: EngineDeps,
  orgs: readonly string[],
  everyMs = TIDY_MS,
): PeriodicTask {
  let times = 0;
  return createPeriodicTask(
    everyMs,
    async () => {
      await forget(parts, orgs);
      if (times % PACK_EVERY === 0) for (const org of orgs) await packMirrors(parts, org);
      times += 1;
    },
    (error) => parts.log({ level: "error", event: "tidying_failed", fields: describeError(error) }),
  );
}

/** Deletes old data of each organisation, and old jobs. Jobs name no organisation, so the longest retention applies. */
async function forget(parts: EngineDeps, orgs: readonly string[]): Promise<void> {
  let most = 0;
  for (const org of orgs) {
    const days = await daysOf(parts, org);
    most = Math.max(most, days);
    await forgetAnswers(parts.pool, org, days);
    await transact(parts.pool, org, async (session) => {
      await forgetConnections(session, org);
      await forgetNotifications(session, org, days);
    });
  }
  if (most > 0) await parts.queue.forget(most);
}

/** Returns the days an organisation keeps finished data: the maximum of its repositories. */
async function daysOf(parts: EngineDeps, org: string): Promise<number> {
  const found = await transact(parts.pool, org, (session) => listRepositories(session, org));
  const policies = await Promise.all(found.map(({ id }) => policyInForce(parts, org, id)));
  return Math.max(...policies.map(({ retention }) => retention.engineDays), LEAST_DAYS);
}

/** Minimum days of retention, equal to the policy's default. It applies to organisations without repositories. */
const LEAST_DAYS = 7;

async function packMirrors(parts: EngineDeps, org: string): Promise<void> {
  const found = await transact(parts.pool, org, (session) => listRepositories(session, org));
  for (const { id: repo } of found)
    await parts
      .mirrorOf(org)
      .maintain(repo)
      .catch((error: unknown) =>
        parts.log({
          level: "warn",
          event: "mirror_not_packed",
          fields: { org, repo, ...describeError(error) },
        }),
      );
}
