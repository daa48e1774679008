import {
  allowedSigners,
  CountersignError,
  editTrust,
  SIGNERS_FILE,
  TRUST_FILE,
  type TrustEdits,
  type TrustFile,
  trustDifference,
  trustFileText,
} from "@countersign/core";
import { listPersonKeys, type PersonKey } from "../../access/person-keys.ts";
import type { Principal } from "../../access/principal.ts";
import type { EngineScope } from "../../execute/engine-scope.ts";
import type { SignatureReader } from "../../ports/signature-reader.ts";
import { readChainEnd } from "../../store/proofs/proof-chain.ts";
import { requireFreeCheckouts } from "./require-free-checkouts.ts";
import { requireTrustProposer } from "./require-trust-proposer.ts";
import { storeTrustRequest } from "./store-trust-request.ts";

/** A change of the trust file, with keys by their fingerprint. */
export type TrustChange = {
  /** People whose registered keys are all added. */
  addPeople: readonly string[];
  removePeople: readonly string[];
  /** Registered keys. Each is added for the person who registered it. */
  addKeys: readonly string[];
  removeKeys: readonly string[];
  addOwners: readonly string[];
  removeOwners: readonly string[];
  quorum?: number | undefined;
  /** Keys as OpenSSH writes them. */
  addRecovery: readonly string[];
  removeRecovery: readonly string[];
  /** Engines by name. Null: this engine's own key. */
  addEngines: readonly { name: string; key: string | null }[];
  removeEngines: readonly string[];
  addWitnesses: readonly string[];
  removeWitnesses: readonly string[];
  witnessQuorum?: number | undefined;
  /** Keys that do not count from a number of the chain on. Null: from this change on. They are removed too. */
  revoke: readonly { key: string; from: number | null }[];
};

/** Prepares the next version of the trust file, which a quorum of owners signs. Returns the id of the request. */
export async function proposeChange(
  scope: EngineScope,
  by: Principal,
  repo: string,
  change: TrustChange,
): Promise<string> {
  const { repository, trust } = await requireTrustProposer(scope, by, repo);
  const { signatures, mirror } = scope;
  if (trust === null || signatures === undefined)
    throw new CountersignError("wrong_state", `${repository.target} has no trust file yet`, {
      hint: "Begin with countersign trust init",
    });
  const registered = await scope.read(listPersonKeys);
  const end = await scope.read((session) => readChainEnd(session, repo));
  const number = (end?.number ?? 0) + 1;
  const keys = { registered, reader: signatures, own: await scope.proofs?.signer.publicKey() };
  const edits = resolveEdits(change, trust.file, { ...keys, by: by.actor.id, number });
  const edited = editTrust(trust.file, edits);
  if (!edited.ok)
    throw new CountersignError("invalid_input", `The change is not possible: ${edited.reason}`);
  const { added, removed } = trustDifference(trust.file, edited.file);
  if (added.length + removed.length === 0)
    throw new CountersignError("invalid_input", "This changes nothing in the trust file");
  const text = trustFileText(edited.file);
  const files = new Map([
    [TRUST_FILE, Buffer.from(text)],
    [SIGNERS_FILE, Buffer.from(allowedSigners(edited.file))],
  ]);
  const tree = await mirror.writeFiles(repo, repository.tip, files);
  await requireFreeCheckouts(mirror, repository, tree);
  return await storeTrustRequest(scope, by, repo, { kind: "change", trust: text, tree });
}

type Known = {
  registered: readonly PersonKey[];
  reader: SignatureReader;
  /** This engine's key for moves. */
  own: string | undefined;
  by: string;
  /** The number of the move that will carry the change. */
  number: number;
};

function resolveEdits(change: TrustChange, file: TrustFile, known: Known): TrustEdits {
  const { registered, reader, by } = known;
  const inUse = registered.filter(({ retiredMs }) => retiredMs === null);
  const listed = listedKeys(file);
  const print = (key: string) => reader.readKey(key)?.fingerprint;
  const textOf = (fingerprint: string, keys: readonly string[]) =>
    keys.find((key) => print(key) === fingerprint) ?? refuseKey(fingerprint);
  const people = Object.values(file.people).flatMap(({ keys }) => keys.map(({ key }) => key));
  const found = change.addKeys.map(
    (key) => inUse.find(({ fingerprint }) => fingerprint === key) ?? refuseKey(key),
  );
  const ofPeople = change.addPeople.flatMap((name) => keysOfPerson(inUse, name));
  const added = [...found, ...ofPeople].filter(({ key }) => !people.includes(key));
  const revokedKeys = change.revoke.map(({ key }) => key);
  return {
    addKeys: added.map(({ actor, key, origins }) => ({
      ...{ person: actor, key, origins, addedBy: by },
    })),
    removeKeys: [
      ...change.removeKeys.map((key) => textOf(key, people)),
      ...people.filter((key) => revokedKeys.includes(print(key) ?? "")),
    ],
    removePeople: change.removePeople,
    addOwners: change.addOwners,
    removeOwners: [
      ...change.removeOwners,
      ...change.removePeople.filter((name) => file.owners.includes(name)),
    ],
    quorum: change.quorum ?? null,
    addRecovery: change.addRecovery.map((key) => readPublicKey(reader, key)),
    removeRecovery: change.removeRecovery.map((key) => textOf(key, file.recovery)),
    engines: resolveEngines(change, file, known),
    addWitnesses: change.addWitnesses,
    removeWitnesses: change.removeWitnesses,
    witnessQuorum: change.witnessQuorum ?? null,
    revoked: change.revoke.map(({ key, from }) => {
      const isKnown = listed.some((one) => print(one) === key);
      return { key: isKnown || from !== null ? key : refuseKey(key), from: from ?? known.number };
    }),
  };
}

function listedKeys({ people, engines, recovery }: TrustFile): string[] {
  const own = Object.values(people).flatMap(({ keys }) => keys.map(({ key }) => key));
  return [...own, ...Object.values(engines), ...recovery];
}

function keysOfPerson(inUse: readonly PersonKey[], name: string): PersonKey[] {
  const own = inUse.filter(({ actor }) => actor === name);
  if (own.length > 0) return own;
  throw new CountersignError("wrong_state", `${name} has no key yet`, {
    hint: `${name} adds one: countersign key add <file>`,
  });
}

function resolveEngines(
  { addEngines, removeEngines, revoke }: TrustChange,
  file: TrustFile,
  { reader, own }: Known,
): TrustEdits["engines"] {
  const revoked = Object.entries(file.engines)
    .filter(([, key]) => revoke.some((one) => one.key === reader.readKey(key)?.fingerprint))
    .map(([name]) => ({ name, key: null }));
  const added = addEngines.map(({ name, key }) => ({
    name,
    key: key === null ? (own ?? null) : readPublicKey(reader, key),
  }));
  return [...revoked, ...removeEngines.map((name) => ({ name, key: null })), ...added];
}

function readPublicKey(reader: SignatureReader, text: string): string {
  const key = reader.readKey(text)?.key;
  if (key !== undefined) return key;
  throw new CountersignError("invalid_input", "This is not a public key of an accepted kind");
}

function refuseKey(fingerprint: string): never {
  throw new CountersignError("not_found", `No key ${fingerprint} is known here`, {
    hint: "List them: countersign key list, countersign trust show",
  });
}
