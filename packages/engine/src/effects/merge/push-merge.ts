import type { EngineScope } from "../../execute/engine-scope.ts";
import { fetchTarget } from "../../forge/fetch-target.ts";
import type { ForgePlace } from "../../forge/forge-place.ts";
import { pushWithProofs } from "../../forge/push-proofs.ts";
import { boundary } from "../../platform/boundary.ts";
import type { ForgeMergeOutcome, ForgeReport } from "../../ports/forge.ts";
import { findChangeOfTask } from "../../store/forge/stored-changes.ts";
import { type PreparedProof, prepareProof } from "../../store/proofs/proof-chain.ts";
import { readSteps } from "../../target/find-reproduced.ts";
import { copyProofs, findPrepared, proveMerges } from "../../target/prove-merge.ts";
import type { MergeContext } from "../../target/read-merge-context.ts";
import { reproduceSteps } from "../../target/reproduce-steps.ts";
import type { MergeFailure } from "./blocked-checkout.ts";
import { buildMergeReport, nameTasks } from "./build-merge-report.ts";
import {
  type ForgeAttempt,
  type ForgeMergeResult,
  forgeFailure,
  hasApprovedHead,
} from "./forge-attempt.ts";
import type { LandOutcome } from "./land-train.ts";
import { makeMerge } from "./make-merge.ts";
import { mergeTrain, type TrainLanding } from "./merge-train.ts";
import { withSideBranch } from "./side-branch.ts";
import type { StackedMember } from "./stack-train.ts";
import { startMember, type TrainMember } from "./train-members.ts";

type Train = readonly [StackedMember, ...StackedMember[]];

/**
 * Pushes our own checked merge commit, alone or at the end of a train, to the target. Before that, the commit gets a
 * green check on a branch of its own, because the rules of the target require one.
 */
export async function pushMerge(
  scope: EngineScope,
  attempt: ForgeAttempt,
): Promise<ForgeMergeResult> {
  const { merging } = attempt;
  const landing: TrainLanding = {
    createNonce: () => null,
    canJoin: (member) => canJoin(scope, attempt, member),
    land: (train) => landByPush(scope, attempt, train),
  };
  if ((await mergeTrain(scope, merging, landing)) === "settled") return { is: "settled" };
  const made = await makeMerge(scope, merging, false);
  if ("failed" in made) return { is: "failed", failure: made.failed };
  if ("differs" in made) return { is: "differs", content: made.differs };
  const { commit, tree, proof } = made;
  const member = { ...merging, isStarted: true };
  const failure = await pushTrain(scope, attempt, [{ member, commit, tree, nonce: null, proof }]);
  return failure === null ? { is: "settled" } : { is: "failed", failure };
}

/** Returns true if the pull request of a task still has the approved head. */
async function canJoin(
  scope: EngineScope,
  { place: { forge, link } }: ForgeAttempt,
  member: TrainMember,
): Promise<boolean> {
  const change = await scope.read((session) => findChangeOfTask(session, member.task.id));
  if (change === null) return false;
  return hasApprovedHead(await forge.change(link.forge, change.number), member);
}

async function landByPush(
  scope: EngineScope,
  attempt: ForgeAttempt,
  train: Train,
): Promise<LandOutcome> {
  for (const { member } of train) if (!(await startMember(scope, member))) return "left";
  const failure = await pushTrain(scope, attempt, train);
  return failure === null ? "landed" : { failed: failure };
}

const LEFT: ForgeMergeOutcome = { outcome: "head_moved", detail: "A task has left the merge" };

/** Moves the target on the forge to the last commit of a train. Returns why it did not move there. */
async function pushTrain(
  scope: EngineScope,
  { place, merging }: ForgeAttempt,
  train: Train,
): Promise<MergeFailure | null> {
  const { forge, link, repository } = place;
  const { tip: expected } = merging;
  const { commit } = train.at(-1) ?? train[0];
  const refused = await refuseTrain(scope, merging, train);
  if (refused !== null) return refused;
  await scope.mirror.copyOut(repository, { commit, known: expected });
  const proofs = await prepareTrain(scope, merging, train);
  const pushed = await withSideBranch(scope, place, commit, async () => {
    boundary("forge_push.aside");
    await forge.tell(link.forge, null, reportOf(commit, train), null);
    boundary("forge_push.shown");
    if (!(await areIn(scope, train, "merging"))) return LEFT;
    const ref = `refs/heads/${repository.target}`;
    return await pushWithProofs(scope, place, { commit, ref, expected }, proofs);
  });
  boundary("forge_push.pushed");
  await fetchTarget(scope, place);
  if (await areIn(scope, train, "done")) return null;
  // A green check must not outlive the approvals behind it. The next attempt makes it green again.
  await forge.tell(link.forge, null, withdrawnReport(commit), null);
  return describeOutcome(place, pushed);
}

/**
 * Prepares the proofs of a train before it is pushed. A repetition of the push takes the same ones, because the forge
 * may have them already.
 */
async function prepareTrain(
  scope: EngineScope,
  { repository, chain }: MergeContext,
  train: Train,
): Promise<readonly PreparedProof[]> {
  const commits = train.map((made) => made.commit);
  const known = await scope.transact((session) =>
    findPrepared(session, repository.id, chain, commits),
  );
  if (known.length === train.length) return known;
  const proofs = await proveMerges(
    scope,
    train.map(({ member: merging, ...made }) => ({ merging, ...made })),
  );
  await scope.transact(async (session) => {
    for (const proof of proofs) await prepareProof(session, repository.id, proof);
  });
  await copyProofs(scope, repository, proofs);
  return proofs;
}

/** Refuses commits that would not be recognised on the target, so that a push cannot put the repository on hold. */
async function refuseTrain(
  { mirror }: EngineScope,
  { repository, tip }: MergeContext,
  train: Train,
): Promise<MergeFailure | null> {
  const { commit, tree } = train.at(-1) ?? train[0];
  const steps = await readSteps(mirror, { ...repository, tip }, { commit, tree });
  const members = train.map(({ member }) => member);
  const found = steps === null ? null : await reproduceSteps(mirror, tip, steps, members);
  if (found?.length === train.length) return null;
  return forgeFailure("moved", "Its commits cannot be put on the target one by one");
}

function reportOf(commit: string, train: Train): ForgeReport {
  const tasks = nameTasks(train.map(({ member }) => member.task.id));
  const summary = `The merge of ${tasks}. Each was approved, and the checks passed on this result.`;
  return buildMergeReport({ commit, state: "success", title: "Approved", summary });
}

function withdrawnReport(commit: string): ForgeReport {
  const summary = "The target was not moved to this merge.";
  return buildMergeReport({ commit, state: "failure", title: "Not merged", summary });
}

async function areIn(
  { store, org }: EngineScope,
  train: Train,
  phase: "merging" | "done",
): Promise<boolean> {
  const tasks = await Promise.all(train.map(({ member }) => store.load(org, member.task.id)));
  return tasks.every((task) => task?.phase.is === phase);
}

/** Describes why the target does not contain a pushed commit. */
function describeOutcome(
  { link, repository }: ForgePlace,
  pushed: ForgeMergeOutcome,
): MergeFailure {
  const { target } = repository;
  switch (pushed.outcome) {
    case "head_moved":
      return forgeFailure("race", `${target} was not moved on ${link.host}: ${pushed.detail}`);
    case "not_mergeable":
      return forgeFailure(
        "network",
        `${link.host} refused the push to ${target}: ${pushed.detail}`,
      );
    default:
      return forgeFailure("network", `${target} does not contain the merge on ${link.host} yet`);
  }
}
