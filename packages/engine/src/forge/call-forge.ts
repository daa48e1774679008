import type { EngineScope } from "../execute/engine-scope.ts";
import { ForgeError } from "../ports/forge.ts";
import type { RequestCost } from "../store/forge/rate-limits.ts";
import { pauseRequests, reserveRequest } from "../store/forge/request-budget.ts";
import { addForgeJobs, type ForgeJob } from "./forge-jobs.ts";

/** Milliseconds until a call is repeated that got no answer. */
const RETRY_MS = 15_000;
/** Milliseconds of a pause that the forge asked for without a time. */
const PAUSE_MS = 60_000;

/** Who calls: a repository, or the app itself, which has installation 0. */
type ForgeCaller = { link: { repo: string; host: string; forge: { installation: number } } };

/**
 * Calls the forge within the budget of the installation. If the budget is used up or the forge fails, the work is
 * repeated later by a job of its own, so that a job is never given up because of the forge.
 */
export async function callForge(
  scope: EngineScope,
  { link }: ForgeCaller,
  { cost, again }: { cost: RequestCost; again: (delayMs: number) => ForgeJob },
  work: () => Promise<void>,
): Promise<void> {
  const key = { host: link.host, installation: link.forge.installation };
  const waitMs = await scope.transact((session) => reserveRequest(session, key, cost));
  if (waitMs > 0) return await repeat(scope, again(waitMs));
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ForgeError)) throw error;
    const fields = { org: scope.org, repo: link.repo, cause: error.kind };
    scope.log({ level: "warn", event: "forge_failed", fields });
    if (error.kind === "refused") return;
    const pauseMs = error.kind === "wait" ? (error.retryAfterMs ?? PAUSE_MS) : RETRY_MS;
    if (error.kind === "wait")
      await scope.transact((session) => pauseRequests(session, key, pauseMs));
    await repeat(scope, again(pauseMs));
  }
}

async function repeat(scope: EngineScope, job: ForgeJob): Promise<void> {
  await scope.transact((session) => addForgeJobs(scope, session, [job]));
}
