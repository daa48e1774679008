import { CountersignError } from "@countersign/core";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { callForge } from "../../forge/call-forge.ts";
import { fetchTarget } from "../../forge/fetch-target.ts";
import { type ForgePlace, openForgePlace } from "../../forge/forge-place.ts";
import { pushWithProofs } from "../../forge/push-proofs.ts";
import { boundary } from "../../platform/boundary.ts";
import { readLinkedRepository } from "../../store/forge/linked-repositories.ts";
import { trustJob } from "../../store/names/trust-job.ts";
import type { PreparedProof } from "../../store/proofs/proof-chain.ts";
import { followTarget, type TargetState } from "../../target/follow-target.ts";
import { buildMergeReport } from "../merge/build-merge-report.ts";
import { withSideBranch } from "../merge/side-branch.ts";

/** Opens the forge of a repository whose target only the forge moves. Null if the repository is on no forge. */
export async function openTrustPlace(scope: EngineScope, repo: string): Promise<ForgePlace | null> {
  const place = await openForgePlace(scope, repo);
  if (place !== null) return place;
  const link = await scope.read((session) => readLinkedRepository(session, repo));
  if (link === null) return null;
  throw new CountersignError("upstream_failed", `This engine is not connected to ${link.host}`);
}

/** Reads where the target is: on the forge, if it is there. */
export async function readTrustTarget(
  scope: EngineScope,
  repo: string,
  place: ForgePlace | null,
): Promise<TargetState> {
  return place === null ? await followTarget(scope, repo) : await fetchTarget(scope, place);
}

/** One check, and the reads around it. */
const COST = { writes: 1, points: 10 };

type TrustPush = { commit: string; expected: string; request: string; proof: PreparedProof };

/**
 * Moves the target on the forge to a change of trust, with its proof. The target that is then fetched is accepted as a
 * change that the engine announced. If the rate limit does not allow it now, a later job does it.
 */
export async function pushTrust(
  scope: EngineScope,
  place: ForgePlace,
  push: TrustPush,
): Promise<void> {
  const request = { id: push.request, repo: place.repository.id };
  const again = (delayMs: number) => (org: string, nowMs: number) =>
    trustJob(org, request, { when: `again:${nowMs + delayMs}`, delayMs });
  await callForge(scope, place, { cost: COST, again }, () => moveOnForge(scope, place, push));
}

async function moveOnForge(
  scope: EngineScope,
  place: ForgePlace,
  { commit, expected, request, proof }: TrustPush,
): Promise<void> {
  const { forge, link, repository } = place;
  const report = buildMergeReport({
    ...{ commit, state: "success", title: "Signed by the owners" },
    summary: `The change of trust \`${request}\`. Enough owners signed exactly these two files.`,
  });
  const pushed = await withSideBranch(scope, place, commit, async () => {
    await forge.tell(link.forge, null, report, null);
    const push = { commit, ref: `refs/heads/${repository.target}`, expected };
    return await pushWithProofs(scope, place, push, [proof]);
  });
  boundary("trust.pushed");
  const target = await fetchTarget(scope, place);
  if (target.is === "ours" && target.tip === commit) return;
  const why = "detail" in pushed ? `: ${pushed.detail}` : "";
  throw new CountersignError(
    "upstream_failed",
    `${repository.target} was not moved on ${link.host}${why}`,
  );
}
