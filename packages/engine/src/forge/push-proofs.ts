import type { EngineScope } from "../execute/engine-scope.ts";
import {
  ForgeError,
  type ForgeMergeOutcome,
  type ForgeProofs,
  type ForgePush,
} from "../ports/forge.ts";
import { segmentOf } from "../proof/compose-proof.ts";
import { listWaypoints } from "../store/organisation/trust-requests.ts";
import { type ChainEnd, readChainEnd } from "../store/proofs/proof-chain.ts";
import { callForge } from "./call-forge.ts";
import { addForgeJobs, pushProofsJob } from "./forge-jobs.ts";
import { type ForgePlace, openForgePlace } from "./forge-place.ts";

/** Milliseconds until proofs that the forge refused are pushed again. */
const REFUSED_MS = 5 * 60_000;

/**
 * Pushes all proofs of a repository to its forge. What the forge refuses is pushed again later, until it is there: the
 * repository keeps every proof.
 */
export async function pushProofs(scope: EngineScope, { repo }: { repo: string }): Promise<void> {
  const place = await openForgePlace(scope, repo);
  if (place === null) return;
  const { forge, link, repository } = place;
  const end = await scope.read((session) => readChainEnd(session, repo));
  if (end === null) return;
  const proofs = new Map([
    ...(await listProofs(scope, place, end)),
    ...(await nameWaypoints(scope, place)),
    ...(await nameWitnessed(scope, place)),
  ]);
  const again = (delayMs: number) => pushProofsJob(link, delayMs);
  await callForge(scope, place, { cost: { writes: 0, points: 1 }, again }, async () => {
    const gitDir = repository.gitDir ?? repository.path;
    const pushed = await forge.pushProofs(link.forge, gitDir, proofs).catch(toRefusal);
    if (pushed.outcome === "requested") return;
    const fields = { org: scope.org, repo, cause: pushed.outcome };
    scope.log({ level: "warn", event: "proofs_not_pushed", fields });
    await scope.transact((session) => addForgeJobs(scope, session, [again(REFUSED_MS)]));
  });
}

/** The ends of all segments by their names on the forge. */
async function listProofs(
  scope: EngineScope,
  place: ForgePlace,
  end: ChainEnd,
): Promise<ForgeProofs> {
  const { repository } = place;
  const last = segmentOf(end.number);
  const earlier: [number, string][] = [];
  for (let segment = 0; segment < last; segment += 1) {
    const id = await scope.mirror.readProofRef(repository, { target: repository.target, segment });
    if (id !== null) earlier.push([segment, id]);
  }
  return await nameProofs(scope, place, [...earlier, [last, end.object]]);
}

async function nameWaypoints(scope: EngineScope, place: ForgePlace): Promise<ForgeProofs> {
  const { id, target } = place.repository;
  const waypoints = await scope.read((session) => listWaypoints(session, id));
  const names = `${await proofsPlace(scope, place)}/waypoints/${target}`;
  return new Map(waypoints.map(({ number, object }) => [`${names}/${number}`, object]));
}

/** The newest cosigned checkpoint by its name on the forge. */
async function nameWitnessed(scope: EngineScope, place: ForgePlace): Promise<ForgeProofs> {
  const { repository } = place;
  const id = await scope.mirror.readWitnessed(repository, repository.target);
  const name = `${await proofsPlace(scope, place)}/witnessed/${repository.target}`;
  return new Map(id === null ? [] : [[name, id]]);
}

/** Returns where the policy wants the proofs on the forge. */
async function proofsPlace(scope: EngineScope, { repository }: ForgePlace): Promise<string> {
  const policy = await scope.read((session) => scope.policies.of(session, repository));
  return policy.proofs?.refs ?? "refs/countersign";
}

/** Names the ends of segments as the policy wants them on the forge. */
async function nameProofs(
  scope: EngineScope,
  place: ForgePlace,
  ends: readonly (readonly [segment: number, commit: string])[],
): Promise<ForgeProofs> {
  const names = `${await proofsPlace(scope, place)}/proofs/${place.repository.target}`;
  return new Map(ends.map(([at, id]) => [`${names}/${String(at).padStart(6, "0")}`, id]));
}

/**
 * Pushes a commit to the target together with its proofs, which are prepared and not recorded yet. A forge that refuses
 * the proofs gets the commit alone; the proofs follow when they are recorded.
 */
export async function pushWithProofs(
  scope: EngineScope,
  place: ForgePlace,
  push: ForgePush,
  prepared: readonly Pick<ChainEnd, "number" | "object">[],
): Promise<ForgeMergeOutcome> {
  const { forge, link, repository } = place;
  const gitDir = repository.gitDir ?? repository.path;
  if (prepared.length === 0) return await forge.push(link.forge, gitDir, push);
  const ends = prepared.map(({ number, object }) => [segmentOf(number), object] as const);
  const proofs = await nameProofs(scope, place, ends);
  const pushed = await forge.push(link.forge, gitDir, push, proofs);
  return pushed.outcome === "not_mergeable" ? await forge.push(link.forge, gitDir, push) : pushed;
}

function toRefusal(error: unknown): ForgeMergeOutcome {
  if (!(error instanceof ForgeError) || error.kind !== "refused") throw error;
  return { outcome: "not_mergeable", detail: error.message };
}
