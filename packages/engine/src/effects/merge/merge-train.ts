import { randomBytes } from "node:crypto";
import type { Policy } from "@countersign/core";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { boundary } from "../../platform/boundary.ts";
import type { MergeContext } from "../../target/read-merge-context.ts";
import type { MergeFailure } from "./blocked-checkout.ts";
import { checkMergedTree } from "./check-merged-tree.ts";
import { findGreenPart } from "./find-green-part.ts";
import { followBases } from "./follow-bases.ts";
import { type LandOutcome, landTrain } from "./land-train.ts";
import { findMove } from "./own-move.ts";
import { type StackedMember, stackTrain } from "./stack-train.ts";
import { failMember, readCompanions, type TrainMember } from "./train-members.ts";

/** `alone`: no other task can be merged with this one, or one of them has left the train. */
type TrainOutcome = "alone" | "settled";

/** How a train reaches the target. */
export type TrainLanding = {
  /** The text that makes the id of a merge commit unpredictable. Null: the id depends on the merge alone. */
  createNonce(): string | null;
  /** Returns true if a task can still be merged as it was approved. */
  canJoin(member: TrainMember): Promise<boolean>;
  land(train: readonly [StackedMember, ...StackedMember[]]): Promise<LandOutcome>;
};

/** Moves the target in the repository itself. */
export function landLocally(scope: EngineScope): TrainLanding {
  return {
    createNonce: () => randomBytes(16).toString("hex"),
    canJoin: async () => true,
    land: (train) => landTrain(scope, train),
  };
}

/**
 * Merges a task together with the others that are ready: their merge commits are stacked, the checks run once on the
 * last one, and the target moves once.
 *
 * If the checks fail, bisection finds the task that breaks them. The tasks before it are merged, it goes back to its
 * author, and those after it are merged by their own jobs. If a task leaves, the first one is merged alone and the others
 * form the next train, so that every job settles its own task.
 */
export async function mergeTrain(
  scope: EngineScope,
  first: MergeContext,
  landing: TrainLanding,
): Promise<TrainOutcome> {
  if (!sharesChecks(first.policy) || (await findMove(scope, first)) !== null) return "alone";
  const companions: TrainMember[] = [];
  for (const member of await readCompanions(scope, first))
    if (await landing.canJoin(member)) companions.push(member);
  if (companions.length === 0) return "alone";
  const members = [{ ...first, isStarted: true }, ...companions];
  const train = await stackTrain(scope, members, landing.createNonce);
  if (train.length < 2) return "alone";
  const part = await findGreenPart(train.length, (count) => checkPart(scope, train[count - 1]));
  boundary("train.checked");
  const landed = await landPart(scope, landing, train.slice(0, part.green));
  if (landed === "left") return (await isMerging(scope, first)) ? "alone" : "settled";
  const culprit = train[part.green];
  if (landed === "landed" && culprit !== undefined && part.failure !== null)
    await failMember(scope, culprit.member, part.failure);
  return "settled";
}

/** Merges the tasks whose checks passed. `postponed`: the target did not move, and they are merged again later. */
async function landPart(
  scope: EngineScope,
  landing: TrainLanding,
  [first, ...more]: readonly StackedMember[],
): Promise<"landed" | "left" | "postponed"> {
  if (first === undefined) return "landed";
  const train = [first, ...more] as const;
  const landed = await landing.land(train);
  if (landed === "left") return landed;
  if (landed !== "landed") return postponeAll(scope, train, landed.failed);
  for (const { member } of train) await followBases(scope, member.task.id);
  return landed;
}

/** Returns true if the merge results of several tasks can be checked together. Otherwise each is merged alone. */
function sharesChecks({ checks, merge }: Policy): boolean {
  const { strategy, freshness, reviewAgain } = merge;
  const isStackable = strategy === "merge" || strategy === "squash";
  return checks.length > 0 && isStackable && freshness !== "strict" && reviewAgain === "never";
}

/** Checks the result of a train up to a member. A tree that its own round has checked is not checked again. */
async function checkPart(
  scope: EngineScope,
  last: StackedMember | undefined,
): Promise<MergeFailure | null> {
  if (last === undefined || last.tree === last.member.round.content.tree) return null;
  return await checkMergedTree(scope, last.member, last.tree);
}

/** Retries a train later whose target did not move. The next train finds which task a checkout blocks. */
async function postponeAll(
  scope: EngineScope,
  train: readonly StackedMember[],
  { detail }: MergeFailure,
): Promise<"postponed"> {
  for (const { member } of train)
    await failMember(scope, { ...member, isStarted: true }, { kind: "race", detail, files: [] });
  return "postponed";
}

async function isMerging({ store, org }: EngineScope, { task }: MergeContext): Promise<boolean> {
  return (await store.load(org, task.id))?.phase.is === "merging";
}
