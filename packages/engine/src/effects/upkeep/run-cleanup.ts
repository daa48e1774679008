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
/** Mirrors are packed once per this many runs, which is once a day. */
const PACK_EVERY = 24;

/** Forgets regularly what is finished and old, and packs the mirrors. Several processes may do so at once. */
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

/** Jobs are forgotten when no organisation wants them any more: which is whose is not looked at. */
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

/** How long an organisation keeps what is finished: as long as the most patient of its repositories says. */
async function daysOf(parts: EngineDeps, org: string): Promise<number> {
  const found = await transact(parts.pool, org, (session) => listRepositories(session, org));
  const policies = await Promise.all(found.map(({ id }) => policyInForce(parts, org, id)));
  return Math.max(...policies.map(({ retention }) => retention.engineDays), LEAST_DAYS);
}

/** As a policy that says nothing: an organisation without repositories has had some, or will. */
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
