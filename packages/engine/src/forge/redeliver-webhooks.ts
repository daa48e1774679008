import type { EngineScope } from "../execute/engine-scope.ts";
import { boundary } from "../platform/boundary.ts";
import type { ForgeDelivery } from "../ports/forge.ts";
import { hasDelivery, recordDelivery } from "../store/forge/seen-deliveries.ts";
import { callForge } from "./call-forge.ts";
import { redeliverJob } from "./forge-jobs.ts";

/** Maximum number of webhooks that one job asks for. */
const MAX_REDELIVERIES = 20;
/** Events that no poll recovers: pressed buttons, requests to run again, and merge groups. */
const NOT_POLLED: ReadonlySet<string> = new Set(["check_run", "check_suite", "merge_group"]);

/** Asks the forge to repeat webhooks that never arrived, each once. Polls recover what stays lost. */
export async function redeliverWebhooks(
  scope: EngineScope,
  { sinceMs }: { sinceMs: number },
): Promise<void> {
  const connection = scope.forge;
  if (connection === undefined) return;
  const { host, forge } = connection;
  const link = { host, repo: host, forge: { installation: 0 } };
  const again = (delayMs: number) => redeliverJob(sinceMs, delayMs);
  const cost = { writes: 0, points: 1 + MAX_REDELIVERIES };
  await callForge(scope, { link }, { cost, again }, async () => {
    const failed = await forge.deliveries(sinceMs);
    boundary("deliveries.listed");
    const unasked: ForgeDelivery[] = [];
    for (const one of failed)
      if (!(await scope.transact((session) => hasDelivery(session, host, markOf(one)))))
        unasked.push(one);
    for (const one of chooseDeliveries(unasked)) {
      await forge.redeliver(one.id);
      await scope.transact((session) => recordDelivery(session, host, markOf(one)));
    }
  });
}

/** Returns the deliveries to ask for: first those that no poll recovers. */
export function chooseDeliveries(failed: readonly ForgeDelivery[]): ForgeDelivery[] {
  return failed
    .toSorted((a, b) => Number(NOT_POLLED.has(b.event)) - Number(NOT_POLLED.has(a.event)))
    .slice(0, MAX_REDELIVERIES);
}

/** The mark of a webhook that was asked for. It is not a delivery's own id, which contains no colon. */
function markOf({ delivery }: ForgeDelivery): string {
  return `asked:${delivery}`;
}
