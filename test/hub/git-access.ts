import type { GitAccess, GitRequest } from "./git-over-http.ts";
import { afterPush } from "./pulls/after-push.ts";
import { type BranchActor, missingCheck, rulesFor } from "./pulls/find-blockers.ts";
import { advanceQueues } from "./pulls/merge-queue.ts";
import type { RefUpdate } from "./read-ref-updates.ts";
import { isGranted } from "./rest/app-operations.ts";
import { findToken } from "./rest/authenticate.ts";
import type { HubRepository } from "./world/accounts.ts";
import { type HubToken, hasRepository } from "./world/apps.ts";
import { findRepository } from "./world/look-up.ts";
import { branchTip, NO_COMMIT } from "./world/refs.ts";
import type { World } from "./world/world.ts";

const BRANCH = "refs/heads/";

/** Decides whether a git request may go on: every repository of the hub is private. */
export async function decideGitAccess(world: World, request: GitRequest): Promise<GitAccess> {
  const token = findToken(world, request.token);
  if (token === undefined) return { status: 401, message: "Invalid username or token." };
  const repository = findRepository(world, request.repository);
  if (repository === undefined || !canRead(token, repository))
    return { status: 404, message: "Repository not found." };
  const actor = gitActor(token);
  if (request.isPush && !canWrite(token))
    return { status: 403, message: `Permission denied to ${actor.account.login}.` };
  const updates = await request.updates();
  return {
    status: 200,
    user: actor.account.login,
    env: refusals(world, repository, updates, actor),
    done: async () => {
      for (const update of updates) await finishUpdate(world, repository, update, actor);
      await advanceQueues(world, repository);
    },
  };
}

function gitActor(token: HubToken): BranchActor {
  if (token.kind === "user") return { account: token.account, app: null };
  const { app } = token.installation;
  return { account: app.bot, app: app.id };
}

function canRead(token: HubToken, repository: HubRepository): boolean {
  if (token.kind === "user") return true;
  const { installation, permissions } = token;
  return hasRepository(installation, repository) && isGranted(permissions.contents, "read");
}

function canWrite(token: HubToken): boolean {
  return token.kind === "user" || isGranted(token.permissions.contents, "write");
}

/** What the repository's `update` hook refuses: one line with ref and reason for each. */
function refusals(
  world: World,
  repository: HubRepository,
  updates: readonly RefUpdate[],
  actor: BranchActor,
): Record<string, string> {
  const refused = updates.flatMap((update) => {
    const reason = refusedBy(world, repository, update, actor);
    return reason === null ? [] : [`${update.ref} ${reason}`];
  });
  return { HUB_REFUSED: refused.join("\n") };
}

function refusedBy(
  world: World,
  repository: HubRepository,
  { ref, to }: RefUpdate,
  actor: BranchActor,
): string | null {
  if (!ref.startsWith(BRANCH)) return null;
  const rules = rulesFor(world, repository, ref.slice(BRANCH.length), actor);
  if (rules.some(({ type }) => type === "pull_request"))
    return "GH013: Changes must be made through a pull request.";
  if (rules.some(({ type }) => type === "merge_queue"))
    return "GH013: Changes must be made through the merge queue.";
  const missing = missingCheck(world, repository, to, rules);
  return missing === null ? null : `GH013: ${missing}`;
}

async function finishUpdate(
  world: World,
  repository: HubRepository,
  { ref, from, to }: RefUpdate,
  actor: BranchActor,
): Promise<void> {
  if (!ref.startsWith(BRANCH)) return;
  const branch = ref.slice(BRANCH.length);
  const tip = (await branchTip(repository, branch)) ?? NO_COMMIT;
  if (tip === to) await afterPush(world, repository, { branch, from, to }, actor.account);
}
