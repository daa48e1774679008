import {
  CountersignError,
  isLevelAtLeast,
  type PresenceLevel,
  requiredLevel,
} from "@countersign/core";
import {
  offerSignature,
  type PreparedAct,
  readOpenAct,
  readPreparedAct,
} from "../access/offered-signatures.ts";
import { endPasskeySessions } from "../access/passkey-sessions.ts";
import { requirePermission } from "../access/permissions.ts";
import {
  insertKey,
  listPersonKeys,
  lockPersonKeys,
  markRetired,
  type PasskeyUse,
  type PersonKey,
  requireActiveKey,
} from "../access/person-keys.ts";
import type { PresentedAct } from "../access/presence-verifier.ts";
import { type Principal, principalActor } from "../access/principal.ts";
import { requirePresence, signatureRequired } from "../access/require-presence.ts";
import {
  type ReadSignature,
  readAct,
  recordAct,
  requireListedOrigin,
} from "../access/verify-act.ts";
import type { EngineScope } from "../execute/engine-scope.ts";
import type { Session } from "../platform/transact.ts";
import { policiesInForce } from "../policy/policies-in-force.ts";
import type { PublicKey, SignatureReader } from "../ports/signature-reader.ts";
import { answerChallenge } from "./answer-challenge.ts";

/** A key to add, as OpenSSH writes it. */
type NewKey = {
  key: string;
  /** Where a passkey is used, as the page that created it says. Absent for every other key. */
  passkey?: { origin: string; credential: string } | undefined;
};

/** The keys with which people sign their decisions. Part of the engine's interface. */
export interface PersonKeys {
  /** Lists the keys of all people, retired ones included. */
  keys(by: Principal): Promise<PersonKey[]>;
  /** Adds a key of the caller, who proves that they have it by a signature. */
  addKey(by: Principal, key: NewKey): Promise<PersonKey>;
  /** Retires a key of the caller, or as an administrator that of any person. */
  retireKey(by: Principal, fingerprint: string): Promise<PersonKey>;
  /** Returns the caller's statement that waits for a signature. Null if there is none. */
  openAct(by: Principal): Promise<PreparedAct | null>;
  /** Returns a statement that was prepared for the caller. */
  preparedAct(by: Principal, nonce: string): Promise<PreparedAct>;
  /** Keeps a signature of the caller for the client that makes the decision. */
  offerSignature(by: Principal, nonce: string, sshsig: string): Promise<PreparedAct>;
}

export function createPersonKeys(scopeFor: (by: Principal) => EngineScope): PersonKeys {
  return {
    async keys(by) {
      requirePermission(by, "read_keys");
      return await scopeFor(by).read(listPersonKeys);
    },
    addKey: (by, key) => answerChallenge(scopeFor(by), (scope) => addKey(scope, by, key)),
    retireKey: (by, fingerprint) =>
      answerChallenge(scopeFor(by), (scope) => retireKey(scope, by, fingerprint)),
    async openAct(by) {
      requirePermission(by, "add_key");
      return await scopeFor(by).read((session) => readOpenAct(session, by.actor.id));
    },
    async preparedAct(by, nonce) {
      requirePermission(by, "add_key");
      return await scopeFor(by).read((session) => readPreparedAct(session, by.actor.id, nonce));
    },
    async offerSignature(by, nonce, sshsig) {
      requirePermission(by, "add_key");
      const { signatures, transact } = scopeFor(by);
      if (signatures === undefined) throw signatureRequired("signed");
      const offer = { actor: by.actor.id, nonce, sshsig };
      return await transact((session) => offerSignature(signatures, session, offer));
    },
  };
}

/**
 * Adds a key. The new key signs a statement of the engine. Where a policy requires signatures, an existing key of the
 * person signs the same statement, except for the first key that the person ever adds.
 */
async function addKey(scope: EngineScope, by: Principal, wanted: NewKey): Promise<PersonKey> {
  requirePermission(by, "add_key");
  const { signatures } = scope;
  if (signatures === undefined) throw signatureRequired("signed");
  const added = readNewKey(signatures, by, wanted);
  const actor = by.actor.id;
  return await scope.transact(async (session) => {
    await lockPersonKeys(session, actor);
    const level = await levelInForce(scope, session);
    const own = (await listPersonKeys(session)).filter((one) => one.actor === actor);
    const asked = own.length === 0 ? "told" : level;
    await requirePossession(signatures, session, { by, added, asked });
    return await insertKey(session, { actor, ...added }, principalActor(by));
  });
}

type AddedKey = PublicKey & PasskeyUse;

function readNewKey(
  signatures: SignatureReader,
  { page }: Principal,
  { key, passkey }: NewKey,
): AddedKey {
  const found = signatures.readKey(key);
  if (found === null)
    throw new CountersignError("invalid_input", "This is not a public key of an accepted kind", {
      hint: "Give a key of the type ed25519, ecdsa, rsa, ed25519-sk or ecdsa-sk",
    });
  const { fingerprint, application } = found;
  const added = { key: found.key, fingerprint };
  if (passkey === undefined) return { ...added, origins: [], credential: null };
  requirePasskeyOf(page, passkey.origin, application);
  return { ...added, origins: [passkey.origin], credential: passkey.credential };
}

/** A passkey belongs to the host of the page that created it. Only our own page can add it, for itself. */
function requirePasskeyOf(page: string | undefined, origin: string, application: string | null) {
  if (page !== origin)
    throw new CountersignError("forbidden", "A passkey can only be added by the engine's own page");
  if (new URL(origin).hostname === application) return;
  throw new CountersignError("invalid_input", `This is not a passkey of ${origin}`);
}

type Possession = {
  by: Principal;
  added: AddedKey;
  /** The level at which another key of the person must sign. `told`: none need sign. */
  asked: PresenceLevel;
};

async function requirePossession(
  signatures: SignatureReader,
  session: Session,
  { by, added, asked }: Possession,
): Promise<void> {
  const { org, actor, act = null } = by;
  const level = asked === "told" ? "signed" : asked;
  if (act === null || isAloneTooWeak(act, added, asked)) throw signatureRequired(level);
  const { key, origins } = added;
  const request = origins.length === 0 ? { key } : { key, origins };
  const decision = { org, actor: actor.id, command: "add_key", task: null, request, level, act };
  const { statement, signature } = await recordAct(signatures, session, decision);
  if (signature.fingerprint === added.fingerprint) {
    if (asked !== "told") throw signatureRequired(asked);
    requireListedOrigin(signature, added);
    return;
  }
  requireListedOrigin(signature, await requireActiveKey(session, actor.id, signature.fingerprint));
  const proof = (act.is === "signed" && act.proof) || "";
  requireOwnSignature(readAct(signatures, statement, proof), added);
  if (!isLevelAtLeast(signature.level, asked)) throw signatureRequired(asked);
}

/** Refuses the new key alone before anything is signed, if an existing key must sign. */
function isAloneTooWeak(act: PresentedAct, { fingerprint }: AddedKey, asked: PresenceLevel) {
  return asked !== "told" && act.is === "request" && act.key === fingerprint;
}

/** Requires the signature of the new key, which shows that the person has it. */
function requireOwnSignature(signature: ReadSignature, added: AddedKey): void {
  if (signature.fingerprint !== added.fingerprint)
    throw new CountersignError(
      "human_only",
      `The key ${added.fingerprint} did not sign the statement`,
    );
  requireListedOrigin(signature, added);
}

async function retireKey(
  scope: EngineScope,
  by: Principal,
  fingerprint: string,
): Promise<PersonKey> {
  requirePermission(by, "retire_key");
  return await scope.transact(async (session) => {
    const found = (await listPersonKeys(session)).find((one) => one.fingerprint === fingerprint);
    const isOwn = found?.actor === by.actor.id;
    if (found === undefined || (!isOwn && by.role !== "admin"))
      throw new CountersignError("not_found", `You have no key ${fingerprint}`, {
        hint: "List the keys: countersign key list",
      });
    await lockPersonKeys(session, found.actor);
    const policies = (await policiesInForce(scope.policies, session)).map(({ policy }) => policy);
    if (requiredLevel(policies) !== "told") await requireAnotherKey(session, found);
    const request = { fingerprint };
    await requirePresence(scope.presence, session, {
      ...{ by, deed: "retire_key", task: null, request, policies },
    });
    const retired = await markRetired(session, found, principalActor(by));
    await endPasskeySessions(session, found.actor, principalActor(by));
    return retired;
  });
}

/** Keeps a person's last key while signatures are required: a credential alone could add the next first key. */
async function requireAnotherKey(session: Session, { actor, fingerprint }: PersonKey) {
  const others = (await listPersonKeys(session)).filter(
    (one) => one.actor === actor && one.retiredMs === null && one.fingerprint !== fingerprint,
  );
  if (others.length > 0) return;
  throw new CountersignError(
    "wrong_state",
    `It is the last key of ${actor}, who must sign decisions`,
    {
      hint: "Add another key first: countersign key add <file>",
    },
  );
}

async function levelInForce(
  { policies }: Pick<EngineScope, "policies">,
  session: Session,
): Promise<PresenceLevel> {
  return requiredLevel((await policiesInForce(policies, session)).map(({ policy }) => policy));
}
