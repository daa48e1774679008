import {
  ACT_NAMESPACE,
  CountersignError,
  isLevelAtLeast,
  type PersonStatement,
  parsePersonStatement,
  type SignatureReading,
  statementBytes,
} from "@countersign/core";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Session } from "../platform/transact.ts";
import type { SignatureReader } from "../ports/signature-reader.ts";
import { acts } from "../store/schema/key-schema.ts";
import { tasks } from "../store/schema/schema.ts";
import { ActChallenge, statementLine } from "./act-challenge.ts";
import { type PersonKey, requireActiveKey } from "./person-keys.ts";
import type {
  PresenceDecision,
  PresenceVerifier,
  PresentedAct,
  ProvenAct,
} from "./presence-verifier.ts";

/** A valid signature over a statement. */
export type ReadSignature = Extract<SignatureReading, { ok: true }>;

/** An act that was recorded, with the signature's own account of the key and the level. */
type RecordedAct = { statement: string; signature: ReadSignature };

/** Verifies people's presence by signatures of their registered keys. */
export function createPresenceVerifier(signatures: SignatureReader): PresenceVerifier {
  return {
    async isPresent(decision, session) {
      const { act, actor, level } = decision;
      if (act === null) return false;
      if (act.is === "request") await requireActiveKey(session, actor, act.key);
      const { signature } = await recordAct(signatures, session, decision);
      requireListedOrigin(signature, await requireActiveKey(session, actor, signature.fingerprint));
      if (isLevelAtLeast(signature.level, level)) return true;
      throw refusal(
        `The policy requires the level ${level}, and the signature shows ${signature.level}`,
      );
    },
  };
}

/**
 * Records the act that a client presents, in the transaction of its command. An act counts once, before it expires,
 * and for exactly the decision that its statement names. The caller checks whose key it is, and the key's origins.
 */
export async function recordAct(
  signatures: SignatureReader,
  session: Session,
  decision: PresenceDecision,
): Promise<RecordedAct> {
  const { act } = decision;
  if (act === null) throw refusal("The request carries no signature");
  if (act.is === "request") {
    const proven = (await decision.describeAct?.(act.opened ?? null)) ?? null;
    requireTrustedKey(signatures, decision, proven, { fingerprint: act.key });
    throw new ActChallenge({ decision, proven }, { key: act.key, level: act.level });
  }
  const { statement, salt } = await useAct(session, decision, act);
  const parsed = parsePersonStatement(statement);
  if (parsed === null) throw refusal("The statement cannot be read");
  const { key, level, nonce, at, until } = parsed.predicate;
  const proven = (await decision.describeAct?.(openedFiles(parsed))) ?? null;
  const now = statementLine({ decision, proven }, { key, level, nonce, at, until }, salt ?? "");
  if (now !== statement) throw refusal("The signature is for another decision");
  const signature = readAct(signatures, statement, act.sshsig);
  if (signature.fingerprint !== key) throw refusal("The signature is of another key");
  if (!isLevelAtLeast(signature.level, level))
    throw refusal(`The statement says ${level}, and the signature shows ${signature.level}`);
  requireTrustedKey(signatures, decision, proven, signature);
  return { statement, signature };
}

/** Returns the number of files that the client displayed, according to the statement. */
function openedFiles({ predicate }: PersonStatement): number | null {
  return "shown" in predicate && predicate.shown.what === "diff" ? predicate.shown.opened : null;
}

/** Verifies a person's signature over a statement. The caller checks whose key it is, and the key's origins. */
export function readAct(
  signatures: SignatureReader,
  statement: string,
  sshsig: string,
): ReadSignature {
  const signature = signatures.readSignature(statementBytes(statement), sshsig);
  if (!signature.ok) throw refusal(`The signature ${signature.reason}`);
  if (signature.namespace !== ACT_NAMESPACE)
    throw refusal(`The signature is not in the namespace ${ACT_NAMESPACE}`);
  return signature;
}

/** Requires that a passkey was used by a page of its own, and that any other key was used by none. */
export function requireListedOrigin(
  { origin }: Pick<ReadSignature, "origin">,
  key: Pick<PersonKey, "origins">,
): void {
  if (isOriginListed(origin, key.origins)) return;
  const page = origin === null ? "no page" : `the page ${origin}`;
  throw refusal(`The signature was made by ${page}, where this key is not used`);
}

function isOriginListed(origin: string | null, origins: readonly string[]): boolean {
  return origin === null ? origins.length === 0 : origins.includes(origin);
}

/** The number of the next entry of the task's log. The task is locked, and its row has no later entries yet. */
const NEXT_ENTRY = sql`(SELECT ${tasks.seq} + 1 FROM ${tasks}
  WHERE ${tasks.orgId} = ${acts.orgId} AND ${tasks.taskId} = ${acts.taskId})`;

/** Marks an act as used. The update finds it once, also if two requests present it at the same time. */
async function useAct(
  { db, org }: Session,
  { actor }: PresenceDecision,
  { nonce, sshsig }: Extract<PresentedAct, { is: "signed" }>,
): Promise<{ statement: string; salt: string | null }> {
  const [used] = await db
    .update(acts)
    .set({ sshsig, recorded: sql`now()`, seq: NEXT_ENTRY })
    .where(
      and(
        ...[eq(acts.orgId, org), eq(acts.nonce, nonce), eq(acts.actor, actor)],
        ...[isNull(acts.recorded), gt(acts.until, sql`clock_timestamp()`)],
      ),
    )
    .returning({ statement: acts.statement, salt: acts.salt });
  if (used !== undefined) return used;
  throw refusal("The statement is unknown, expired, replaced by a newer one or already used");
}

/** `origin`: where it was used. Undefined before it is used. */
type UsedKey = { fingerprint: string; origin?: string | null };

/** Refuses a key or an origin that verifiers of this repository do not know: they could not prove the merge. */
function requireTrustedKey(
  signatures: SignatureReader,
  { actor }: PresenceDecision,
  proven: ProvenAct | null,
  { fingerprint, origin }: UsedKey,
): void {
  if (proven === null) return;
  const listed = proven.keys.find(
    ({ key }) => signatures.readKey(key)?.fingerprint === fingerprint,
  );
  if (listed === undefined)
    throw untrusted(
      `The trust file of the target branch does not list the key ${fingerprint} for ${actor}`,
    );
  if (origin !== undefined && !isOriginListed(origin, listed.origins))
    throw untrusted(
      `The trust file of the target branch does not list ${origin ?? "a use without a page"} for the key ${fingerprint}`,
    );
}

function untrusted(message: string): CountersignError {
  return new CountersignError("human_only", message, {
    hint: "Sign with a key in .countersign/trust.json, or let the owners add this key there",
  });
}

/** A signature that does not count. The details name no level, so that no client signs the same again. */
function refusal(message: string): CountersignError {
  return new CountersignError("human_only", message, {
    hint: "Repeat the command and sign it again",
  });
}
