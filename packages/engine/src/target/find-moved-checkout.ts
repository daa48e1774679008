import type { AgentSession } from "@countersign/core";
import type { EngineScope } from "../execute/engine-scope.ts";
import type { BranchCheckout } from "../ports/mirror.ts";
import type { ReportedSession } from "../ports/reported-session.ts";
import { readAcceptedMs } from "../store/organisation/foreign-tips.ts";
import type { StoredRepository } from "../store/organisation/repositories.ts";

/** Milliseconds after its last event for which a stopped session still counts. */
const RECENT_MS = 10 * 60_000;
/**
 * Milliseconds after its last event for which a session that did not stop counts. Its program may have been
 * killed.
 */
const ABANDONED_MS = 4 * 3_600_000;

/** The checkout in which a target was moved, and the sessions that were live there at that time. */
export type MovedCheckout = { path: string; sessions: readonly AgentSession[] | null };

/**
 * Finds the checkout of the target in which git made every move since the accepted commit. Returns null if there
 * is none, because the commits came from elsewhere.
 *
 * A session counts if it was live at any time since the target was last seen at its accepted commit. Commit dates
 * are ignored because they can be forged.
 */
export async function findMovedCheckout(
  scope: EngineScope,
  repository: StoredRepository,
  tip: string,
): Promise<MovedCheckout | null> {
  const { id, path, target, gitDir } = repository;
  const checkouts = await scope.mirror.findCheckouts({ id, path }, target);
  const found = checkouts.find((checkout) => hasMoved(checkout, repository.tip, tip));
  if (found === undefined) return null;
  if (scope.heardSessions === undefined || gitDir === null)
    return { path: found.path, sessions: null };
  const unmovedMs =
    scope.sightings.lastSeen(scope.org, id, repository.tip) ??
    (await scope.transact((session) => readAcceptedMs(session, id)));
  const heard = await scope.heardSessions(gitDir);
  const sessions = heard
    .filter(({ worktree }) => worktree === found.path)
    .filter((session) => wasLiveSince(session, unmovedMs, Date.now()))
    .map(({ agent, session, worktree }) => ({ agent, session, worktree }));
  return { path: found.path, sessions };
}

/** Returns true if the moves of a checkout lead from one commit to the other without a gap. */
function hasMoved({ moves }: BranchCheckout, from: string, to: string): boolean {
  let at = to;
  for (const move of moves.toReversed()) {
    if (move.to !== at) return false;
    at = move.from;
    if (at === from) return true;
  }
  return false;
}

export function wasLiveSince(
  { heardMs, isAtWork }: Pick<ReportedSession, "heardMs" | "isAtWork">,
  sinceMs: number,
  nowMs: number,
): boolean {
  if (heardMs > sinceMs - RECENT_MS) return true;
  return isAtWork && heardMs > nowMs - ABANDONED_MS;
}
