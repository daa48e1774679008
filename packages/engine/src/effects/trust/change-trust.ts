import { allowedSigners, CountersignError, SIGNERS_FILE, TRUST_FILE } from "@countersign/core";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { boundary } from "../../platform/boundary.ts";
import type { Pinned } from "../../ports/mirror.ts";
import { readTrustStep } from "../../proof/read-trust-step.ts";
import { isTrustComplete, readTrustActs, trustProgress } from "../../proof/trust-progress.ts";
import {
  lockTip,
  readRepository,
  type StoredRepository,
} from "../../store/organisation/repositories.ts";
import {
  announceTrust,
  listTrustActs,
  lockTrustRequest,
  setTrustState,
  type TrustRequest,
} from "../../store/organisation/trust-requests.ts";
import { acceptTarget } from "../../target/accept-target.ts";
import { acceptanceForTrust, finishTrust, proveTrust } from "../../target/prove-trust.ts";
import { moveOwnTarget } from "../merge/own-move.ts";
import { publishWaypoint } from "./publish-waypoint.ts";
import { openTrustPlace, pushTrust, readTrustTarget } from "./push-trust.ts";

type TrustJob = { id: string; request: string; repo: string };

/**
 * Carries out a request that enough people signed: commits its files to the target and publishes the proof. A waypoint
 * changes no file and is only published.
 *
 * The commit is announced before the target moves, and a repetition makes the same commit and the same proof. So an
 * interrupted change is finished by the next attempt, or by the poll that finds the moved target. A target on a forge is
 * moved there.
 */
export async function changeTrust(scope: EngineScope, job: TrustJob): Promise<void> {
  const waiting = await readRequest(scope, job);
  if (waiting.request?.body.kind === "waypoint")
    return await publishWaypoint(scope, waiting.repository, waiting.request, waiting.request.body);
  const place = await openTrustPlace(scope, job.repo);
  const target = await readTrustTarget(scope, job.repo, place);
  const { repository, request } = await readRequest(scope, job);
  if (request === null || target.is === "foreign") return;
  if (target.tip !== repository.tip)
    throw new CountersignError("stale_content", "The target moved in the meantime");
  boundary("trust.begun");
  const made = await commitTrust(scope, repository, request);
  if (made === null)
    return scope.transact((session) => setTrustState(session, request.id, "outdated"));
  boundary("trust.made");
  const { commit } = made;
  const announced = { commit, parent: repository.tip };
  await scope.transact((session) => announceTrust(session, request.id, announced));
  boundary("trust.announced");
  await scope.mirror.copyOut(repository, { commit, known: repository.tip });
  const proof = await proveTrust(scope, repository, request, made);
  boundary("trust.proven");
  if (place !== null) {
    const push = { commit, expected: repository.tip, request: request.id, proof };
    return await pushTrust(scope, place, push);
  }
  await scope.targetTurns.take(scope.org, job.repo, async () => {
    await moveTrust(scope, repository, request, commit);
    boundary("trust.moved");
    await acceptTarget(scope, repository, commit, acceptanceForTrust(request), (session) =>
      finishTrust(session, request, commit),
    );
  });
  boundary("trust.accepted");
}

/** Reads a request that enough people signed. Null if it was carried out or withdrawn since. */
async function readRequest({ transact }: EngineScope, job: TrustJob) {
  return await transact(async (session) => {
    const request = await lockTrustRequest(session, job.request);
    return {
      repository: await readRepository(session, job.repo),
      request: request?.state === "complete" ? request : null,
    };
  });
}

/** Makes the commit of a request. Null if the target has changed in a way that its signatures do not cover. */
async function commitTrust(
  { mirror, signatures, transact }: EngineScope,
  { tip }: StoredRepository,
  request: TrustRequest,
): Promise<Pinned | null> {
  const { repo, body, id, proposedBy, proposedMs } = request;
  if (body.kind === "waypoint" || signatures === undefined) return null;
  const step = await readTrustStep(mirror, request, tip);
  const { before, after } = step;
  const isNext = body.kind === "root" || after.file.number === (before?.file.number ?? 0) + 1;
  if (!isNext || (body.kind === "root" && body.tip !== tip)) return null;
  const stored = await transact((session) => listTrustActs(session, id));
  if (!isTrustComplete(trustProgress(step, readTrustActs(signatures, stored)))) return null;
  const config = body.kind === "root" ? body.config : null;
  const files = new Map([
    [TRUST_FILE, Buffer.from(body.trust)],
    [SIGNERS_FILE, Buffer.from(allowedSigners(after.file))],
    ...(config === null ? [] : [[config.path, Buffer.from(config.text)] as const]),
  ]);
  const tree = await mirror.writeFiles(repo, tip, files);
  if (body.kind === "root" && tree !== body.tree) return null;
  return await mirror.commitMerge(repo, {
    ...{ tree, parents: [tip] },
    message: messageOf(request, after.file.number),
    author: { name: proposedBy, email: "countersign@localhost" },
    atSeconds: Math.trunc(proposedMs / 1_000),
  });
}

function messageOf({ id, body }: TrustRequest, number: number): string {
  const title = body.kind === "root" ? "Begin trust" : `Change trust to number ${number}`;
  return `${title}\n\nCountersign-Trust: ${id}\n`;
}

/** Moves the target while no other process can accept another commit of it. */
async function moveTrust(
  scope: EngineScope,
  repository: StoredRepository,
  { id }: TrustRequest,
  commit: string,
): Promise<void> {
  await scope.transact(async (session) => {
    const request = await lockTrustRequest(session, id);
    const accepted = await lockTip(session, repository.id);
    if (request?.state !== "complete" || accepted !== repository.tip)
      throw new CountersignError("stale_content", "The target moved in the meantime");
    const move = { expected: repository.tip, tip: commit, isMoved: false };
    await moveOwnTarget(scope, session, repository, move);
  });
}
