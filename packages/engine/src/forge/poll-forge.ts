import type { EngineScope } from "../execute/engine-scope.ts";
import { boundary } from "../platform/boundary.ts";
import { type ForgeChange, type ForgeChangeList, ForgeError } from "../ports/forge.ts";
import { savePoll } from "../store/forge/linked-repositories.ts";
import { SPARE_POINTS } from "../store/forge/rate-limits.ts";
import { listOpenChanges, type StoredChange } from "../store/forge/stored-changes.ts";
import { callForge } from "./call-forge.ts";
import { followRename } from "./follow-rename.ts";
import { addForgeJobs, pollJob, syncJob } from "./forge-jobs.ts";
import { type ForgePlace, openForgePlace } from "./forge-place.ts";

const COST = { writes: 0, points: 1, spare: SPARE_POINTS };

/** By how much the clocks of the forge and of the database may differ. */
const SKEW_MS = 60_000;

/**
 * Lists the open pull requests and reads those that changed since they were last read, and those that are no longer
 * open. It recovers every event whose webhook was lost.
 */
export async function pollForge(scope: EngineScope, { repo }: { repo: string }): Promise<void> {
  const place = await openForgePlace(scope, repo);
  if (place === null) return;
  const { link } = place;
  const again = (delayMs: number) => pollJob(repo, delayMs);
  await callForge(scope, place, { cost: COST, again }, async () => {
    const list = await listChanges(scope, place);
    if (list === null) return;
    boundary("poll.listed");
    await scope.transact(async (session) => {
      const listVersion = list.is === "same" ? link.listVersion : list.version;
      await savePoll(session, repo, { listVersion, name: link.forge.name });
      if (list.is === "same") return;
      const numbers = findChanged(list.changes, await listOpenChanges(session, repo));
      await addForgeJobs(
        scope,
        session,
        numbers.map((number) => syncJob({ repo, number })),
      );
    });
  });
}

/**
 * Lists the open pull requests. Null if the repository was renamed: it is polled again under its new name. A failure is
 * stored, so that the status of the forge shows it.
 */
async function listChanges(scope: EngineScope, place: ForgePlace): Promise<ForgeChangeList | null> {
  const { forge, link } = place;
  try {
    return await forge.changes(link.forge, link.listVersion);
  } catch (error) {
    if (!(error instanceof ForgeError)) throw error;
    const { message: problem } = error;
    await scope.transact((session) => savePoll(session, link.repo, { problem }));
    if (error.kind === "refused" && (await followRename(scope, place))) return null;
    throw error;
  }
}

/** Returns the numbers of the pull requests to read. */
function findChanged(listed: readonly ForgeChange[], stored: readonly StoredChange[]): number[] {
  const known = new Map(stored.map((change) => [change.number, change]));
  const open = new Set(listed.map(({ number }) => number));
  const changed = listed.filter(({ number, head, base, updatedAtMs }) => {
    const before = known.get(number);
    if (before === undefined || updatedAtMs > before.readMs - SKEW_MS) return true;
    return before.head !== head.commit || before.baseBranch !== base.branch;
  });
  const gone = stored.filter(({ number }) => !open.has(number));
  return [...changed, ...gone].map(({ number }) => number);
}
