import { parseWitness } from "./checkpoint/cosignature.ts";
import { TrustFile } from "./schema-trust.ts";

/** A key of a person, and the person who enters it. */
type AddedKey = { person: string; key: string; origins: readonly string[]; addedBy: string };

/** The edits of one change of trust. Keys are as OpenSSH writes them, without a comment. */
export type TrustEdits = {
  addKeys: readonly AddedKey[];
  removeKeys: readonly string[];
  removePeople: readonly string[];
  addOwners: readonly string[];
  removeOwners: readonly string[];
  quorum: number | null;
  addRecovery: readonly string[];
  removeRecovery: readonly string[];
  engines: readonly { name: string; key: string | null }[];
  addWitnesses: readonly string[];
  removeWitnesses: readonly string[];
  witnessQuorum: number | null;
  revoked: readonly { key: string; from: number }[];
};

type EditResult = { ok: true; file: TrustFile } | { ok: false; reason: string };

/** Returns the next version of a trust file, or why the edits do not give a valid one. */
export function editTrust(file: TrustFile, edits: TrustEdits): EditResult {
  const people = editPeople(file, edits);
  const next = {
    ...file,
    number: file.number + 1,
    people,
    owners: editList(file.owners, edits.addOwners, edits.removeOwners),
    quorum: edits.quorum ?? file.quorum,
    recovery: editList(file.recovery, edits.addRecovery, edits.removeRecovery),
    engines: editEngines(file, edits),
    witnesses: {
      quorum: edits.witnessQuorum ?? file.witnesses.quorum,
      keys: editList(file.witnesses.keys, edits.addWitnesses, edits.removeWitnesses),
    },
    revoked: [...file.revoked, ...edits.revoked],
  };
  const keyless = Object.entries(people).find(([, { keys }]) => keys.length === 0);
  if (keyless !== undefined)
    return { ok: false, reason: `${keyless[0]} would have no key; remove the person instead` };
  const wrong = edits.addWitnesses.find((entry) => parseWitness(entry) === null);
  if (wrong !== undefined)
    return {
      ok: false,
      reason: `${wrong} is no witness; write <name>+<id>+<key>@https://…, with an Ed25519 key for cosignatures`,
    };
  const parsed = TrustFile.safeParse(next);
  if (parsed.success) return { ok: true, file: parsed.data };
  return { ok: false, reason: parsed.error.issues.map(({ message }) => message).join("; ") };
}

function editPeople({ people }: TrustFile, edits: TrustEdits): TrustFile["people"] {
  const { addKeys, removeKeys, removePeople } = edits;
  const newNames = addKeys
    .map(({ person }) => person)
    .filter((name) => !Object.hasOwn(people, name));
  const all = [...Object.entries(people), ...[...new Set(newNames)].map(withoutKeys)];
  return Object.fromEntries(
    all
      .filter(([name]) => !removePeople.includes(name))
      .map(([name, { keys: old }]) => {
        const kept = old.filter(({ key }) => !removeKeys.includes(key));
        const own = addKeys.filter(({ person }) => person === name);
        const added = own.map(({ key, origins, addedBy }) => ({
          ...{ key, origins: [...origins], attested: false, addedBy },
        }));
        return [name, { keys: [...kept, ...added] }];
      }),
  );
}

function withoutKeys(name: string): [string, TrustFile["people"][string]] {
  return [name, { keys: [] }];
}

function editEngines({ engines }: TrustFile, edits: TrustEdits): TrustFile["engines"] {
  const changed = edits.engines.map(({ name }) => name);
  const kept = Object.entries(engines).filter(([name]) => !changed.includes(name));
  const set = edits.engines.flatMap(({ name, key }) =>
    key === null ? [] : [[name, key] as const],
  );
  return Object.fromEntries([...kept, ...set]);
}

function editList(
  list: readonly string[],
  added: readonly string[],
  removed: readonly string[],
): string[] {
  const all = [...list, ...added.filter((one) => !list.includes(one))];
  return all.filter((one) => !removed.includes(one));
}

/** The edits that change nothing, to be completed with those of a request. */
export const NO_EDITS: TrustEdits = {
  addKeys: [],
  removeKeys: [],
  removePeople: [],
  addOwners: [],
  removeOwners: [],
  quorum: null,
  addRecovery: [],
  removeRecovery: [],
  engines: [],
  addWitnesses: [],
  removeWitnesses: [],
  witnessQuorum: null,
  revoked: [],
};
