import type { EngineDeps } from "../../execute/engine-deps.ts";
import { createScope, type EngineScope } from "../../execute/engine-scope.ts";
import { describeError } from "../../platform/log/describe-error.ts";
import { forgetDeliveries } from "../../store/forge/seen-deliveries.ts";
import { forgetAnswers } from "../../store/forget-answers.ts";
import { forgetNotifications } from "../../store/organisation/notifications.ts";
import { listRepositories } from "../../store/organisation/repositories.ts";
import { forgetConnections } from "../../store/organisation/reviewer-connections.ts";
import { forgetReading } from "../../store/persons/forget-reading.ts";
import { policyInForce } from "../content/read-content.ts";
import { createPeriodicTask, type PeriodicTask } from "./periodic-task.ts";

const TIDY_MS = 3_600_000;
/** Number of runs per packing of the mirrors, which is once a day. */
const PACK_EVERY = 24;

/** Deletes old finished data and packs the mirrors, periodically. Several processes may do so at once. */
export function runCleanup(
  deps: EngineDeps,
  orgs: readonly string[],
  everyMs = TIDY_MS,
): PeriodicTask {
  let times = 0;
  return createPeriodicTask(
    everyMs,
    async () => {
      await deleteOldData(deps, orgs);
      if (times % PACK_EVERY === 0)
        for (const org of orgs) await packMirrors(createScope(deps, org));
      times += 1;
    },
    (error) => deps.log({ level: "error", event: "tidying_failed", fields: describeError(error) }),
  );
}

/** Deletes old data of each organisation, and old jobs. Jobs name no organisation, so the longest retention applies. */
async function deleteOldData(deps: EngineDeps, orgs: readonly string[]): Promise<void> {
  let most = 0;
  for (const org of orgs) {
    const scope = createScope(deps, org);
    const days = await retentionDays(scope);
    most = Math.max(most, days);
    await forgetAnswers(deps.pool, org, days);
    await scope.transact(async (session) => {
      await forgetConnections(session);
      await forgetNotifications(session, days);
      await forgetReading(session, days);
      await forgetDeliveries(session, days);
    });
  }
  if (most > 0) await deps.queue.forget(most);
}

/** Returns the days an organisation keeps finished data: the maximum of its repositories. */
async function retentionDays(scope: EngineScope): Promise<number> {
  const found = await scope.read((session) => listRepositories(session));
  const policies = await Promise.all(found.map(({ id }) => policyInForce(scope, id)));
  return Math.max(...policies.map(({ retention }) => retention.engineDays), MIN_DAYS);
}

/** Minimum days of retention, equal to the policy's default. It applies to organisations without repositories. */
const MIN_DAYS = 7;

async function packMirrors(scope: EngineScope): Promise<void> {
  const found = await scope.read((session) => listRepositories(session));
  for (const { id: repo } of found)
    await scope.mirror.maintain(repo).catch((error: unknown) =>
      scope.log({
        level: "warn",
        event: "mirror_not_packed",
        fields: { org: scope.org, repo, ...describeError(error) },
      }),
    );
}
