import type { Command } from "@countersign/core";
import type { EngineScope } from "../../execute/engine-scope.ts";
import type { Session } from "../../platform/transact.ts";
import type { BlockedWorktree } from "../../ports/mirror.ts";
import type { StoredRepository } from "../../store/organisation/repositories.ts";
import { listMovesTo } from "../../store/tasks/moves.ts";

/** Returns the checkout of the target that prevents a move to a tree. Null if there is none. */
export async function findBlockedCheckout(
  scope: EngineScope,
  { id, path, target }: StoredRepository,
  { tip, tree }: { tip: string; tree: string },
): Promise<BlockedWorktree | null> {
  const mirror = scope.mirror;
  const move = { branch: target, expected: tip, tree };
  const [first] = await mirror.findBlocked({ id, path }, move);
  if (first === undefined) return null;
  const last = await scope.transact((session) => lastMove(session, id, tip));
  if (last === null) return first;
  await mirror.moveTarget({ id, path }, { ...last, branch: target });
  return (await mirror.findBlocked({ id, path }, move))[0] ?? null;
}

/** Returns the engine's last move of the target. Checkouts may lack it if the engine was interrupted. */
export async function lastMove(
  session: Session,
  repo: string,
  tip: string,
): Promise<{ expected: string; next: string } | null> {
  const [made] = await listMovesTo(session, repo, tip);
  return made === undefined ? null : { expected: made.expected, next: made.tip };
}

const MAX_NAMED = 10;

/** Lock of a running git command. The merge retries. */
const RUNNING = ".git/index.lock";

/** Lists the blocking files and what to do about them. */
export function blockedFailure({ path, paths }: BlockedWorktree): MergeFailure {
  const files = paths.slice(0, 200);
  const detail = blockedDetail(path, files).slice(0, 2_000);
  const isRunning = paths.every((file) => file === RUNNING);
  return { kind: "dirty", detail, files, ...(!isRunning && { path }) };
}

function blockedDetail(path: string, files: readonly string[]): string {
  const busy = files.find((file) => file.startsWith(".git/"));
  if (busy !== undefined)
    return `Git is in the middle of something in ${path} (${busy}). Finish it or abort it there: git -C ${quoted(path)} status`;
  const named = files.slice(0, MAX_NAMED);
  const more = files.length > named.length ? ` and ${files.length - named.length} more` : "";
  const all = files.length > named.length ? "" : ` -- ${named.map(quoted).join(" ")}`;
  return `${path} has uncommitted changes in files that this merge changes: ${named.join(", ")}${more}. Stash them, and the merge goes on: git -C ${quoted(path)} stash push --include-untracked${all}`;
}

/** Quotes a word for a shell. */
function quoted(word: string): string {
  return /^[\w./@+:-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

export type MergeFailure = Omit<Extract<Command, { type: "merge_failed" }>, "type">;
