import type { EngineScope } from "../execute/engine-scope.ts";
import { listOpenChanges } from "../store/forge/stored-changes.ts";
import { callForge } from "./call-forge.ts";
import { fetchTarget } from "./fetch-target.ts";
import { headsOf, saveForeignChecks } from "./foreign-checks.ts";
import { scanJob } from "./forge-jobs.ts";
import { type ForgePlace, openForgePlace } from "./forge-place.ts";

/** Heads whose checks one request can read. */
const BATCH = 100;

/**
 * Reads what changes without a pull request: the tip of the target, and checks with our name that others created on the
 * heads of open pull requests. A poll finds neither. Each scan reads 100 heads; more of them take turns.
 */
export async function scanForge(
  scope: EngineScope,
  { repo, turn }: { repo: string; turn: number },
): Promise<void> {
  const place = await openForgePlace(scope, repo);
  if (place === null) return;
  const { forge, link, repository } = place;
  const open = await scope.transact((session) => listOpenChanges(session, repo));
  const scanned = pickTurn(open, turn);
  const again = (delayMs: number) => scanJob(repo, turn, delayMs);
  await callForge(scope, place, { cost: { writes: 0, points: 1 }, again }, async () => {
    const scan = await forge.scan(link.forge, repository.target, headsOf(scanned));
    await saveForeignChecks(scope, repo, scanned, scan.foreignChecks);
    await followTip(scope, place, scan.tip);
  });
}

/** Returns the entries of one turn. Consecutive turns cover all entries. */
export function pickTurn<Entry>(entries: readonly Entry[], turn: number): Entry[] {
  const turns = Math.ceil(entries.length / BATCH);
  const start = turns === 0 ? 0 : (turn % turns) * BATCH;
  return entries.slice(start, start + BATCH);
}

/** Fetches the target if our clone is at another commit. Then its new commits are accepted or held. */
async function followTip(scope: EngineScope, place: ForgePlace, tip: string | null): Promise<void> {
  const { repository } = place;
  const known = await scope.mirror.readTarget(repository, repository.target);
  if (known.is !== "at" || known.tip !== tip) await fetchTarget(scope, place);
}
