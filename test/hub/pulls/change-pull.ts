import { type Account, timestamp } from "../world/accounts.ts";
import type { Pull } from "../world/pulls.ts";
import { branchTip } from "../world/refs.ts";
import type { World } from "../world/world.ts";
import { addTimelineEvent } from "./after-push.ts";
import { emitPull } from "./emit-pull.ts";

export type PullChange = {
  title?: string | undefined;
  body?: string | null | undefined;
  state?: "open" | "closed" | undefined;
  /** Another target branch. */
  base?: string | undefined;
  isDraft?: boolean | undefined;
};

/** Edits, closes, reopens or retargets a pull request, or changes whether it is a draft. */
export async function changePull(
  world: World,
  pull: Pull,
  change: PullChange,
  by: Account,
): Promise<void> {
  if (change.base !== undefined && change.base !== pull.base.branch)
    await retarget(world, pull, change.base, by);
  editTexts(world, pull, change, by);
  if (change.isDraft !== undefined && change.isDraft !== pull.isDraft) {
    pull.isDraft = change.isDraft;
    emitPull(world, pull, change.isDraft ? "converted_to_draft" : "ready_for_review", by);
  }
  if (change.state === "closed" && pull.state === "open") close(world, pull, by);
  if (change.state === "open" && pull.state === "closed") await reopen(world, pull, by);
}

function editTexts(world: World, pull: Pull, { title, body }: PullChange, by: Account): void {
  if (title === undefined && body === undefined) return;
  const from = { title: { from: pull.title }, body: { from: pull.body ?? "" } };
  pull.title = title ?? pull.title;
  pull.body = body ?? pull.body;
  emitPull(world, pull, "edited", by, { changes: from });
}

async function retarget(world: World, pull: Pull, branch: string, by: Account): Promise<void> {
  const tip = await branchTip(pull.repository, branch);
  if (tip === null) throw new Error("Validation Failed: invalid base");
  const { branch: ref, commit: sha } = pull.base;
  pull.base = { branch, commit: tip };
  addTimelineEvent(world, pull, "base_ref_changed", by);
  const changes = { base: { ref: { from: ref }, sha: { from: sha } } };
  emitPull(world, pull, "edited", by, { changes });
}

function close(world: World, pull: Pull, by: Account): void {
  pull.state = "closed";
  pull.closedAt = timestamp();
  addTimelineEvent(world, pull, "closed", by);
  emitPull(world, pull, "closed", by);
}

/** A pull request that was merged, or whose branch moved by force while it was closed, stays closed. */
async function reopen(world: World, pull: Pull, by: Account): Promise<void> {
  const tip = await branchTip(pull.head.repository, pull.head.branch);
  if (pull.merged !== null || tip === null)
    throw new Error("Validation Failed: state cannot be changed.");
  pull.state = "open";
  pull.closedAt = null;
  pull.head.commit = tip;
  addTimelineEvent(world, pull, "reopened", by);
  emitPull(world, pull, "reopened", by);
}
