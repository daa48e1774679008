import type { EngineScope } from "../../execute/engine-scope.ts";
import type { ForgePlace } from "../../forge/forge-place.ts";
import { ForgeError, type ForgeMergeOutcome } from "../../ports/forge.ts";

/**
 * Pushes a merge commit to a branch of its own next to the target, so that the forge has it and its check can be
 * written before the target moves. Removes the branch when `act` has ended.
 */
export async function withSideBranch(
  scope: EngineScope,
  place: ForgePlace,
  commit: string,
  act: () => Promise<ForgeMergeOutcome>,
): Promise<ForgeMergeOutcome> {
  const pushed = await pushSideBranch(scope, place, commit);
  if (pushed.outcome !== "requested") return pushed;
  try {
    return await act();
  } finally {
    await dropSideBranch(place, commit);
  }
}

/** A branch that an interrupted merge left is replaced. */
async function pushSideBranch(
  scope: EngineScope,
  place: ForgePlace,
  commit: string,
): Promise<ForgeMergeOutcome> {
  const pushed = await pushSide(place, { commit, expected: null });
  if (pushed.outcome !== "head_moved") return pushed;
  await removeSideBranch(scope, place);
  return await pushSide(place, { commit, expected: null });
}

/** Removes the branch of an interrupted merge, if there is one. */
export async function removeSideBranch(scope: EngineScope, place: ForgePlace): Promise<void> {
  const { forge, link, repository } = place;
  const branch = sideBranch(place);
  const refs = { branches: [branch], changes: [] };
  try {
    await forge.fetchInto(link.forge, repository.gitDir ?? repository.path, refs);
  } catch (error) {
    // The forge has no such branch.
    if (error instanceof ForgeError && error.kind === "refused") return;
    throw error;
  }
  const found = await scope.mirror.readTarget(repository, branch);
  if (found.is === "at") await dropSideBranch(place, found.tip);
}

/** Removes the branch if it is at this commit. The next merge removes it if that fails. */
async function dropSideBranch(place: ForgePlace, expected: string): Promise<void> {
  try {
    await pushSide(place, { commit: null, expected });
  } catch (error) {
    if (!(error instanceof ForgeError)) throw error;
  }
}

type SidePush = { commit: string; expected: null } | { commit: null; expected: string };

async function pushSide(place: ForgePlace, push: SidePush): Promise<ForgeMergeOutcome> {
  const { forge, link, repository } = place;
  const ref = `refs/heads/${sideBranch(place)}`;
  return await forge.push(link.forge, repository.gitDir ?? repository.path, { ...push, ref });
}

/** Merges of one repository run one at a time, so one branch per target is enough. */
function sideBranch({ repository }: ForgePlace): string {
  return `countersign/merge/${repository.target}`;
}
