import {
  CountersignError,
  isLevelAtLeast,
  requiredLevel,
  type SignatureLevel,
} from "@countersign/core";
import { requirePermission } from "../../access/permissions.ts";
import { requireActiveKey } from "../../access/person-keys.ts";
import { type Principal, principalActor } from "../../access/principal.ts";
import { signatureRequired } from "../../access/require-presence.ts";
import { recordAct, requireListedOrigin } from "../../access/verify-act.ts";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { readClock } from "../../platform/read-clock.ts";
import type { Session } from "../../platform/transact.ts";
import type { SignatureReader } from "../../ports/signature-reader.ts";
import { describeTrustAct } from "../../proof/describe-trust-act.ts";
import { readTrustStep } from "../../proof/read-trust-step.ts";
import {
  isTrustComplete,
  readTrustActs,
  type TrustStep,
  trustProgress,
} from "../../proof/trust-progress.ts";
import { trustJob } from "../../store/names/trust-job.ts";
import { recordChange } from "../../store/organisation/organisation-log.ts";
import { readRepository, type StoredRepository } from "../../store/organisation/repositories.ts";
import {
  addTrustSignature,
  listTrustActs,
  lockTrustRequest,
  setTrustState,
  type TrustRequest,
} from "../../store/organisation/trust-requests.ts";

/**
 * Signs an open request as the caller. The signature that completes it enqueues the job that carries it out, in the
 * same transaction.
 */
export async function signTrust(
  scope: EngineScope,
  by: Principal,
  repo: string,
  id: string,
): Promise<void> {
  requirePermission(by, "sign_trust");
  const repository = await scope.read((session) => readRepository(session, repo));
  const { signatures } = scope;
  if (signatures === undefined) throw signatureRequired("signed");
  const policy = await scope.policies.of(scope.reading, repository);
  const required = requiredLevel([policy]);
  const level = required === "told" ? "signed" : required;
  await scope.transact(async (session) => {
    const request = await requireOpen(session, repo, id);
    const step = await readTrustStep(scope.mirror, request, repository.tip);
    const signing = { signatures, by, request, step, level };
    await recordSignature(session, repository, signing);
    const acts = readTrustActs(signatures, await listTrustActs(session, id));
    if (!isTrustComplete(trustProgress(step, acts))) return;
    await setTrustState(session, id, "complete");
    await scope.queue.enqueue(session.client, [trustJob(scope.org, request, { when: "0" })]);
  });
}

/** Locks the request, so that the signatures of several people are counted one after the other. */
async function requireOpen(session: Session, repo: string, id: string): Promise<TrustRequest> {
  const request = await lockTrustRequest(session, id);
  if (request === null || request.repo !== repo)
    throw new CountersignError("not_found", `There is no request ${id} of ${repo}`, {
      hint: "List it: countersign trust show",
    });
  const isExpired = request.untilMs <= (await readClock(session));
  if (request.state === "open" && !isExpired) return request;
  const state = request.state === "open" ? "expired" : request.state;
  throw new CountersignError("wrong_state", `The request ${id} is ${state}`, {
    hint: "Propose it again",
  });
}

type Signing = {
  signatures: SignatureReader;
  by: Principal;
  request: TrustRequest;
  step: TrustStep;
  level: SignatureLevel;
};

async function recordSignature(
  session: Session,
  { target }: StoredRepository,
  { signatures, by, request, step, level }: Signing,
): Promise<void> {
  const { org, actor, act = null } = by;
  if (act === null) throw signatureRequired(level);
  if (act.is === "request") {
    await requireUsable(session, { signatures, step, actor: actor.id, fingerprint: act.key });
    await requireUnsigned(session, request, { actor: actor.id, fingerprint: act.key });
  }
  const { repo, id } = request;
  const decision = { org, actor: actor.id, command: "sign_trust", task: null, level, act };
  const { signature } = await recordAct(signatures, session, {
    ...{ ...decision, request: { repo, id } },
    describeAct: async () => describeTrustAct(step, { target, by: actor.id }),
  });
  const { fingerprint, origin } = signature;
  await requireUsable(session, { signatures, step, actor: actor.id, fingerprint, origin });
  if (!isLevelAtLeast(signature.level, level)) throw signatureRequired(level);
  const nonce = act.is === "signed" ? act.nonce : "";
  await addTrustSignature(session, { request: id, actor: actor.id, fingerprint, nonce });
  const signed = { type: "trust_signed", repo, request: id, fingerprint } as const;
  await recordChange(session, principalActor(by), signed);
}

type UsedKey = {
  signatures: SignatureReader;
  step: TrustStep;
  actor: string;
  fingerprint: string;
  /** Where it signed. Undefined before it signs. */
  origin?: string | null;
};

/** Requires a key in use of the person, or a recovery key, that the change itself does not revoke. */
async function requireUsable(
  session: Session,
  { signatures, step: { before, after }, actor, fingerprint, origin }: UsedKey,
): Promise<void> {
  const recovery = before?.file.recovery ?? [];
  const isRecovery = recovery.some((key) => signatures.readKey(key)?.fingerprint === fingerprint);
  const own = isRecovery ? null : await requireActiveKey(session, actor, fingerprint);
  if (own !== null && origin !== undefined) requireListedOrigin({ origin }, own);
  if (after.file.revoked.some(({ key }) => key === fingerprint))
    throw new CountersignError("human_only", `The key ${fingerprint} is revoked`);
}

async function requireUnsigned(
  session: Session,
  { id }: TrustRequest,
  { actor, fingerprint }: { actor: string; fingerprint: string },
): Promise<void> {
  const acts = await listTrustActs(session, id);
  if (acts.every((act) => act.actor !== actor || act.fingerprint !== fingerprint)) return;
  throw new CountersignError("wrong_state", `${actor} has signed it with ${fingerprint} already`);
}
