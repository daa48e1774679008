import { CountersignError, digestText, signatureLine } from "@countersign/core";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { boundary } from "../../platform/boundary.ts";
import { readTrustStep } from "../../proof/read-trust-step.ts";
import { isTrustComplete, readTrustActs, trustProgress } from "../../proof/trust-progress.ts";
import { BY_ENGINE, recordChange } from "../../store/organisation/organisation-log.ts";
import type { StoredRepository } from "../../store/organisation/repositories.ts";
import {
  announceTrust,
  listTrustActs,
  lockTrustRequest,
  setTrustState,
  type TrustRequest,
  type TrustRequestBody,
} from "../../store/organisation/trust-requests.ts";
import { listTrustProofs, type StoredProof } from "../../store/proofs/trust-proofs.ts";
import { enqueueProofPush } from "../../target/enqueue-proof-push.ts";

const MAX_BYTES = 16 * 1024 * 1024;

type WaypointBody = Extract<TrustRequestBody, { kind: "waypoint" }>;

/**
 * Publishes a waypoint that enough owners signed: its acts, and every change of trust up to it, so that a verifier can
 * follow the signatures from the root without the other moves. A repetition writes the same objects.
 */
export async function publishWaypoint(
  scope: EngineScope,
  repository: StoredRepository,
  request: TrustRequest,
  body: WaypointBody,
): Promise<void> {
  const { mirror, transact } = scope;
  const { id: repo, target } = repository;
  const { number } = body;
  const object = await writeWaypoint(scope, repository, request, body);
  if (object === null) return transact((session) => setTrustState(session, request.id, "outdated"));
  await mirror.copyProof(repository, object);
  boundary("waypoint.written");
  const placed = await mirror.placeWaypoint(repository, { target, number, object });
  if (!placed.moved)
    throw new CountersignError(
      "upstream_failed",
      `Another process is writing the waypoint ${number}`,
    );
  boundary("waypoint.placed");
  await transact(async (session) => {
    const locked = await lockTrustRequest(session, request.id);
    if (locked?.state !== "complete") return;
    await announceTrust(session, request.id, { commit: object, parent: null });
    await setTrustState(session, request.id, "done");
    const event = { type: "trust_changed", repo, request: request.id, kind: body.kind } as const;
    await recordChange(session, BY_ENGINE, { ...event, commit: object });
    await enqueueProofPush(scope, session, repo, object);
  });
}

/** Writes the objects of a waypoint. Null if its signatures do not suffice. */
async function writeWaypoint(
  { mirror, signatures, transact }: EngineScope,
  { id: repo, tip }: StoredRepository,
  request: TrustRequest,
  { number }: WaypointBody,
): Promise<string | null> {
  const step = await readTrustStep(mirror, request, tip);
  const { stored, proofs } = await transact(async (session) => ({
    stored: await listTrustActs(session, request.id),
    proofs: await listTrustProofs(session, repo, number),
  }));
  if (signatures === undefined) return null;
  const valid = readTrustActs(signatures, stored);
  const { at, changes } = proofs;
  if (at === null || !isTrustComplete(trustProgress(step, valid))) return null;
  const lines = stored
    .filter(({ statement }) => valid.some(({ digest }) => digest === digestText(statement)))
    .map(
      ({ statement, sshsig }, place) => `${statement}\n${signatureLine(place * 2 + 1, sshsig)}\n`,
    );
  const read = async ({ object }: StoredProof, name: string): Promise<string> => {
    const found = await mirror.readFile(repo, object, name, MAX_BYTES);
    return Buffer.from(found?.bytes ?? []).toString("utf8");
  };
  const files = new Map([["waypoint.jsonl", lines.join("")]]);
  for (const proof of changes) {
    files.set(`proof-${proof.number}.jsonl`, await read(proof, "proof.jsonl"));
    const name = proof.number === 1 ? "trust.json" : "next-trust.json";
    files.set(`trust-${proof.number}.json`, await read(proof, name));
  }
  const atSeconds = Math.trunc(request.proposedMs / 1_000);
  return await mirror.writeProof(repo, { previous: null, subject: at.object, atSeconds, files });
}
