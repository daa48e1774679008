import type { EngineScope } from "../execute/engine-scope.ts";
import type { ForeignCheck } from "../ports/forge.ts";
import { listOpenChanges, saveForeignCheck } from "../store/forge/stored-changes.ts";
import { callForge } from "./call-forge.ts";
import { scanJob } from "./forge-jobs.ts";
import { type ForgePlace, openForgePlace } from "./forge-place.ts";

/** Heads whose checks one request can read. */
const BATCH = 100;

/**
 * Looks for checks with our name on the heads of open pull requests that others created. A check does not change its
 * pull request, so a poll cannot find it. Each scan reads 100 heads; more of them take turns.
 */
export async function scanForeignChecks(
  scope: EngineScope,
  { repo, turn }: { repo: string; turn: number },
): Promise<void> {
  const place = await openForgePlace(scope, repo);
  if (place === null) return;
  const open = await scope.transact((session) => listOpenChanges(session, repo));
  const scanned = pickTurn(open, turn);
  if (scanned.length === 0) return;
  const again = (delayMs: number) => scanJob(repo, turn, delayMs);
  await callForge(scope, place, { cost: { writes: 0, points: 1 }, again }, () =>
    reportForeignChecks(scope, place, scanned),
  );
}

/** Returns the entries of one turn. Consecutive turns cover all entries. */
export function pickTurn<Entry>(entries: readonly Entry[], turn: number): Entry[] {
  const turns = Math.ceil(entries.length / BATCH);
  const start = turns === 0 ? 0 : (turn % turns) * BATCH;
  return entries.slice(start, start + BATCH);
}

/** Reads and reports checks on heads that use our name and are not ours. They never count. */
export async function reportForeignChecks(
  scope: EngineScope,
  { forge, link, repository }: ForgePlace,
  changes: readonly { number: number; head: string }[],
): Promise<void> {
  const heads = [...new Set(changes.map(({ head }) => head))];
  const found = await forge.foreignChecks(link.forge, heads);
  for (const { number, head } of changes) {
    const creator = creatorOf(found.find(({ commit }) => commit === head));
    const key = { repo: repository.id, number };
    const isNew = await scope.transact((session) => saveForeignCheck(session, key, creator));
    if (!isNew) continue;
    const fields = { org: scope.org, repo: repository.id, cause: creator };
    scope.log({ level: "error", event: "foreign_check", fields });
  }
}

function creatorOf(check: ForeignCheck | undefined): string | null {
  if (check === undefined) return null;
  return check.app === null ? "user" : `app:${check.app}`;
}
