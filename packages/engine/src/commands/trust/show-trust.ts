import { trustDifference, trustFacts } from "@countersign/core";
import { requirePermission } from "../../access/permissions.ts";
import type { Principal } from "../../access/principal.ts";
import { signatureRequired } from "../../access/require-presence.ts";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { readClock } from "../../platform/read-clock.ts";
import type { SignatureReader } from "../../ports/signature-reader.ts";
import { readTrustStep } from "../../proof/read-trust-step.ts";
import { readTrustVersion } from "../../proof/read-trust-version.ts";
import { readTrustActs, type TrustStep, trustProgress } from "../../proof/trust-progress.ts";
import { readRepository } from "../../store/organisation/repositories.ts";
import {
  findTrustRequest,
  listTrustActs,
  lockTrustRequest,
  type TrustRequest,
} from "../../store/organisation/trust-requests.ts";
import { readRootMove } from "../../store/proofs/read-root.ts";

/** A key of the trust file with its fingerprint. */
type ShownKey = { fingerprint: string; key: string };

/** The trust file of a target, as people read it. */
export type ShownTrust = {
  repo: string;
  target: string;
  /** The fingerprint that verifiers pin. Null before the root. */
  root: string | null;
  /** Null if the target has no valid trust file. */
  trust: {
    number: number;
    repository: string;
    people: { name: string; isOwner: boolean; keys: (ShownKey & { addedBy: string })[] }[];
    quorum: number;
    engines: ({ name: string } & ShownKey)[];
    recovery: ShownKey[];
    witnesses: { quorum: number; keys: string[] };
    revoked: { key: string; from: number }[];
  } | null;
  /** The open request. Null if there is none. */
  request: ShownTrustRequest | null;
};

export type ShownTrustRequest = {
  id: string;
  kind: TrustRequest["body"]["kind"];
  state: TrustRequest["state"];
  proposedBy: string;
  proposedMs: number;
  untilMs: number;
  /** Facts of the trust file that it adds and removes. */
  added: string[];
  removed: string[];
  /** True if the same commit makes the policy require signatures. */
  requiresSignatures: boolean;
  /** The move at which new verifiers may begin. Null for other requests. */
  waypoint: { number: number; move: string; commit: string } | null;
  signed: { actor: string; fingerprint: string; atMs: number }[];
  waits: { owners: number; of: string[]; keys: { actor: string; fingerprint: string }[] };
  /** The commit on the target, or the one that stores the waypoint. Null until it is made. */
  commit: string | null;
};

/** Reads the trust file of a target and the request that waits for signatures. */
export async function showTrust(
  scope: EngineScope,
  by: Principal,
  repo: string,
): Promise<ShownTrust> {
  requirePermission(by, "read_keys");
  const { repository, request } = await scope.transact(async (session) => ({
    repository: await readRepository(session, repo),
    request: await findTrustRequest(session, repo),
  }));
  const { mirror, signatures } = scope;
  if (signatures === undefined) throw signatureRequired("signed");
  const version = await readTrustVersion(mirror, repo, repository.tip);
  const root = await scope.read((session) => readRootMove(session, repo));
  return {
    ...{ repo, target: repository.target, root: root === null ? null : `csr1${root}` },
    trust: version && describeFile(version, signatures),
    request: request && (await describeRequest(scope, signatures, request, repository.tip)),
  };
}

/** Reads one request, also after its end. */
export async function showTrustRequest(
  scope: EngineScope,
  by: Principal,
  repo: string,
  id: string,
): Promise<ShownTrustRequest | null> {
  requirePermission(by, "read_keys");
  const { repository, request } = await scope.transact(async (session) => ({
    repository: await readRepository(session, repo),
    request: await lockTrustRequest(session, id),
  }));
  const { signatures } = scope;
  if (signatures === undefined) throw signatureRequired("signed");
  if (request === null || request.repo !== repo) return null;
  return await describeRequest(scope, signatures, request, request.parent ?? repository.tip);
}

function describeFile(
  { file }: NonNullable<TrustStep["before"]>,
  reader: SignatureReader,
): ShownTrust["trust"] {
  const shown = (key: string) => ({ key, fingerprint: fingerprintOf(reader, key) });
  const { number, repository, quorum, witnesses, revoked } = file;
  return {
    ...{ number, repository, quorum, witnesses, revoked },
    people: Object.entries(file.people).map(([name, { keys }]) => ({
      name,
      isOwner: file.owners.includes(name),
      keys: keys.map(({ key, addedBy }) => ({ ...shown(key), addedBy })),
    })),
    engines: Object.entries(file.engines).map(([name, key]) => ({ name, ...shown(key) })),
    recovery: file.recovery.map(shown),
  };
}

async function describeRequest(
  { mirror, transact }: EngineScope,
  reader: SignatureReader,
  request: TrustRequest,
  tip: string,
): Promise<ShownTrustRequest> {
  const { id, body, proposedBy, proposedMs, untilMs, commit } = request;
  const step = await readTrustStep(mirror, request, tip);
  const { stored, nowMs } = await transact(async (session) => ({
    stored: await listTrustActs(session, id),
    nowMs: await readClock(session),
  }));
  const state = request.state === "open" && untilMs <= nowMs ? "expired" : request.state;
  const waits = trustProgress(step, readTrustActs(reader, stored));
  const { added, removed } = factsOf(step);
  return {
    ...{ id, kind: body.kind, state, proposedBy, proposedMs, untilMs, commit, added, removed },
    requiresSignatures: body.kind === "root" && body.config !== null,
    waypoint:
      body.kind === "waypoint" ? { number: body.number, move: body.move, commit: body.tip } : null,
    signed: stored.map(({ actor, fingerprint, recordedMs: atMs }) => ({
      ...{ actor, fingerprint, atMs },
    })),
    waits: {
      ...waits,
      keys: waits.keys.map(({ actor, key }) => ({
        actor,
        fingerprint: fingerprintOf(reader, key),
      })),
    },
  };
}

function factsOf({ before, after }: TrustStep): { added: string[]; removed: string[] } {
  if (before === null) return { added: trustFacts(after.file), removed: [] };
  return trustDifference(before.file, after.file);
}

function fingerprintOf(reader: SignatureReader, key: string): string {
  return reader.readKey(key)?.fingerprint ?? "";
}
