import { type TrustFile, trustDifference } from "@countersign/core";
import { actDraft, commonFields, keyOf } from "./act-drafts.ts";
import { type ActDraft, digestOfChanges, type MoveDraft } from "./append-move.ts";
import { type Lab, trustedKey, trustReference, withTrust } from "./lab.ts";
import { type LabKey, labKey } from "./lab-key.ts";
import type { Files } from "./object-store.ts";

export type TrustKind =
  | "rotated"
  | "added"
  | "removed"
  | "requorum"
  | "recovered"
  | "revoked"
  | "new_engine";

/** The first move of a chain: every owner signs every file. */
export function rootMove(lab: Lab): MoveDraft {
  const files = withTrust(lab.files, lab.trust);
  const tree = lab.store.tree(files);
  const digest = digestOfChanges(new Map(), files);
  const acts = lab.trust.owners.map((by) =>
    actDraft(lab, { act: "root", ...commonFields(lab, by, keyOf(lab, by)), files: digest }, tree),
  );
  return trustDraft(lab, files, lab.trust, acts);
}

/** Drafts a change of the trust file, signed as the old file requires. */
export function trustMove(lab: Lab, kind: TrustKind): MoveDraft {
  const changed = CHANGES[kind](lab);
  return changeTrust(lab, {
    ...changed,
    trust: { ...changed.trust, number: lab.trust.number + 1 },
  });
}

/** Drafts a change to exactly this trust file by these signers. */
export function changeTrust(lab: Lab, changed: TrustChange): MoveDraft {
  const { trust: next } = changed;
  const { added, removed } = trustDifference(lab.trust, next);
  const files = withTrust(lab.files, next);
  const tree = lab.store.tree(files);
  const acts = changed.signers.map(({ by, key }) =>
    actDraft(
      lab,
      {
        ...{ act: "trust", ...commonFields(lab, by, key), added, removed },
        next: trustReference(next),
      },
      tree,
      key,
    ),
  );
  return { ...trustDraft(lab, files, next, acts), nextEngine: changed.engine };
}

function trustDraft(lab: Lab, files: Files, next: TrustFile, acts: ActDraft[]): MoveDraft {
  return {
    how: "trust",
    files,
    acts,
    round: () => ({ round: null, inputs: null }),
    commit: (tree) =>
      lab.store.commit({
        ...{ tree, parents: [lab.commit], message: `Change trust to number ${next.number}\n` },
        author: "countersign <countersign@localhost>",
        atSeconds: lab.atSeconds + 90,
      }),
    nextTrust: next,
  };
}

export type Signer = { by: string; key: LabKey };
export type TrustChange = { trust: TrustFile; signers: Signer[]; engine?: LabKey };

export const own = (lab: Lab, by: string): Signer => ({ by, key: keyOf(lab, by) });

/** As many owners as the old file requires. */
export function quorum(lab: Lab): Signer[] {
  const { owners, quorum: least } = lab.trust;
  return owners.slice(0, least).map((by) => own(lab, by));
}

/** Gives a person one new key instead of all old ones. */
export function replaceKey(lab: Lab, name: string): { trust: TrustFile; key: LabKey } {
  lab.retired.push(...[lab.keys.get(name)].filter((old) => old !== undefined));
  const key = labKey(lab.random.pick(lab.kinds), lab.random);
  lab.keys.set(name, key);
  const people = { ...lab.trust.people, [name]: { keys: [trustedKey(key, name)] } };
  return { trust: { ...lab.trust, people }, key };
}

const CHANGES: Readonly<Record<TrustKind, (lab: Lab) => TrustChange>> = {
  rotated: (lab) => {
    const signers = [own(lab, "ana"), own(lab, "ben")];
    const { trust, key } = replaceKey(lab, "ana");
    return { trust, signers: [...signers, { by: "ana", key }] };
  },
  added: (lab) => {
    const signers = quorum(lab);
    const name = `dev-${lab.trust.number}`;
    const { trust, key } = replaceKey(lab, name);
    return { trust, signers: [...signers, { by: name, key }] };
  },
  removed: (lab) => {
    const { people } = lab.trust;
    const gone = Object.keys(people).find((name) => !lab.trust.owners.includes(name));
    if (gone === undefined) return CHANGES.requorum(lab);
    const kept = Object.entries(people).filter(([name]) => name !== gone);
    return { trust: { ...lab.trust, people: Object.fromEntries(kept) }, signers: quorum(lab) };
  },
  requorum: (lab) => ({
    trust: { ...lab.trust, quorum: lab.trust.quorum === 2 ? 1 : 2 },
    signers: quorum(lab),
  }),
  recovered: (lab) => {
    const { trust, key } = replaceKey(lab, "ben");
    const signers = [
      { by: "ben", key: lab.recovery },
      { by: "ben", key },
    ];
    return { trust, signers };
  },
  revoked: (lab) => {
    const old = keyOf(lab, "ana");
    const signers = quorum(lab);
    const { trust, key } = replaceKey(lab, "ana");
    const revoked = [...trust.revoked, { key: old.fingerprint, from: lab.proofs.length + 2 }];
    return { trust: { ...trust, revoked }, signers: [...signers, { by: "ana", key }] };
  },
  new_engine: (lab) => {
    const engine = labKey("ed25519", lab.random);
    const signers = quorum(lab);
    lab.retired.push(lab.engine);
    return { trust: { ...lab.trust, engines: { main: engine.text } }, signers, engine };
  },
};
