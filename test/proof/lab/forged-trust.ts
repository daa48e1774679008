import { digestText, type TrustFile } from "@countersign/core";
import type { MoveDraft } from "./append-move.ts";
import { editAct, editMove, type Forgery, OTHER_DIGEST, onAct } from "./forgery.ts";
import {
  type Lab,
  POLICY_PATH,
  plainFile,
  policyText,
  TRUST_PATH,
  trustedKey,
  withTrust,
} from "./lab.ts";
import { labKey } from "./lab-key.ts";
import { policyAt } from "./lab-policy.ts";
import { policyMove, reviewFiles } from "./review-move.ts";
import { changeTrust, own, quorum, replaceKey, type Signer, trustMove } from "./trust-move.ts";
import { workOn } from "./work.ts";

/** A change of trust with a growing number. */
const change = (
  lab: Lab,
  edit: (trust: TrustFile) => Partial<TrustFile>,
  signers: readonly Signer[],
): MoveDraft => {
  const next = { ...lab.trust, number: lab.trust.number + 1 };
  return changeTrust(lab, { trust: { ...next, ...edit(next) }, signers: [...signers] });
};

/** A person of whom the trust file says nothing yet. */
const added = (lab: Lab, signs: (lab: Lab) => Signer[], proves = true): MoveDraft => {
  const signers = signs(lab);
  const { trust, key } = replaceKey(lab, "mallory");
  const possession = proves ? [{ by: "mallory", key }] : [];
  return change(lab, () => ({ people: trust.people }), [...signers, ...possession]);
};

/** The first state of the chain has a quorum of two, so that one signature is too few. */
const ofTwo = { before: "raise_quorum" } as const satisfies Partial<Forgery>;

/** Trust and policy that the change itself loosens, takes back, or changes below the quorum. */
export const FORGED_TRUST: readonly Forgery[] = [
  {
    name: "a person added by one owner of two",
    problem: "trust_quorum",
    ...ofTwo,
    step: (lab) => added(lab, () => [own(lab, "ana")]),
  },
  {
    name: "a person added by nobody but the engine",
    problem: "trust_quorum",
    step: (lab) => added(lab, () => []),
  },
  {
    name: "a person added by one owner who signs twice",
    problem: "trust_quorum",
    ...ofTwo,
    step: (lab) => added(lab, () => [own(lab, "ana"), own(lab, "ana")]),
  },
  {
    name: "a new key that nobody proves to have",
    problem: "trust_possession",
    step: (lab) => added(lab, quorum, false),
  },
  {
    name: "a quorum lowered by one owner of two",
    problem: "trust_quorum",
    ...ofTwo,
    step: (lab) => change(lab, () => ({ quorum: 1 }), [own(lab, "ana")]),
  },
  {
    name: "an owner's key removed by the other owner",
    problem: "trust_quorum",
    ...ofTwo,
    step: (lab) => {
      const { ana } = lab.trust.people;
      return change(
        lab,
        () => ({ people: { ana: ana ?? { keys: [] } }, owners: ["ana"], quorum: 1 }),
        [own(lab, "ana")],
      );
    },
  },
  {
    name: "an engine's key replaced by one owner of two",
    problem: "trust_quorum",
    ...ofTwo,
    step: (lab) => {
      const engine = labKey("ed25519", lab.random);
      return change(lab, () => ({ engines: { main: engine.text } }), [own(lab, "ben")]);
    },
  },
  {
    name: "a recovery by a key that is not listed",
    problem: "act_key",
    step: (lab) => {
      const { trust } = replaceKey(lab, "ben");
      const signer = { by: "ben", key: labKey("ed25519-sk", lab.random) };
      return change(lab, () => ({ people: trust.people }), [signer]);
    },
  },
  {
    name: "an older trust file restored",
    problem: "trust_number",
    before: "add_person",
    step: (lab) => {
      const text = lab.proofs.at(-1)?.trust ?? "null";
      const old: TrustFile = JSON.parse(text);
      return changeTrust(lab, { trust: old, signers: quorum(lab) });
    },
  },
  {
    name: "a trust file of another repository",
    problem: "trust_repository",
    step: (lab) => change(lab, () => ({ repository: `csr_${"9".repeat(32)}` }), quorum(lab)),
    isLast: true,
  },
  {
    name: "a change of trust whose acts name other facts",
    problem: "trust_facts",
    step: "add_person",
    tampering: editAct((act) => (act.act === "trust" ? { added: act.added.slice(1) } : {})),
  },
  {
    name: "a change of trust whose acts name another file",
    problem: "trust_facts",
    step: "add_person",
    tampering: editAct((act) =>
      act.act === "trust" ? { next: { ...act.next, sha256: OTHER_DIGEST } } : {},
    ),
  },
  {
    name: "a change of trust that changes nothing",
    problem: "trust_unannounced",
    step: "add_person",
    tampering: { draft: (draft, lab) => ({ ...draft, files: lab.files, nextTrust: lab.trust }) },
  },
  {
    name: "trust loosened by a reviewed change",
    problem: "trust_unannounced",
    tampering: {
      files: (files, lab) =>
        withTrust(files, { ...lab.trust, quorum: lab.trust.quorum === 1 ? 2 : 1 }),
    },
    isLast: true,
  },
  {
    name: "the change's own trust file named as the parent's",
    problem: "trust_other",
    step: "add_person",
    tampering: {
      draft: (draft) => draft,
      ...editMove(({ trust }) => ({ trust: { ...trust, number: trust.number + 1 } })),
    },
  },
  {
    name: "a change judged by the policy that it makes itself",
    problem: "policy_files",
    tampering: {
      files: (files, lab) =>
        new Map(files).set(POLICY_PATH, plainFile(policyText(lab.presence, { chains: {} }))),
      ...editMove(({ policy }, lab) => ({
        policy: {
          ...policy,
          files: policy.files.map(({ path }) => ({
            path,
            blob: lab.store.blob(policyText(lab.presence, { chains: {} })),
          })),
        },
      })),
    },
  },
  {
    name: "a change judged by an older policy",
    problem: "policy_files",
    before: (lab) => policyMove(lab),
    step: (lab) => {
      const files = lab.past.at(-2)?.files ?? lab.files;
      return reviewFiles(lab, (now) => workOn(lab, now), { policy: policyAt(files) });
    },
    tampering: editMove(({ policy }, lab) => {
      const files = lab.past.at(-2)?.files ?? lab.files;
      const blob = lab.store.blob(files.get(POLICY_PATH)?.text ?? "");
      const older = policy.files.map(({ path }) => ({ path, blob }));
      return { policy: { ...policy, sha256: policyAt(files).digest, files: older } };
    }),
  },
  {
    name: "a trust file with a duplicate key",
    problem: "trust_unannounced",
    step: (lab) => withTrustText(lab, trustMove(lab, "added")),
    isLast: true,
  },
  {
    name: "an act whose key was revoked later, from an earlier number on",
    problem: "act_key_revoked",
    step: "release",
    tampering: {},
    after: (lab) => revokedFromHere(lab, "ana"),
  },
  {
    name: "a move whose engine's key was revoked later, from an earlier number on",
    problem: "move_key_revoked",
    after: (lab) => {
      const engine = labKey("ed25519", lab.random);
      const signers = quorum(lab);
      const revoked = [{ key: fingerprintOf(lab), from: lab.proofs.length }];
      const draft = change(lab, () => ({ engines: { main: engine.text }, revoked }), signers);
      return { ...draft, nextEngine: engine };
    },
  },
  {
    name: "a root that an owner did not sign",
    problem: "root_unsigned",
    isRoot: true,
    tampering: { acts: (acts) => acts.slice(1) },
  },
  {
    name: "a root whose owner signed other files",
    problem: "root_unsigned",
    isRoot: true,
    tampering: editAct(() => ({ files: OTHER_DIGEST })),
  },
  {
    name: "a root signed in another namespace",
    problem: "root_unsigned",
    isRoot: true,
    tampering: onAct(({ parts }) => ({ parts: { ...parts, namespace: "git" } })),
  },
  {
    name: "a root with a file that its owners did not see",
    problem: "root_unsigned",
    isRoot: true,
    tampering: {
      files: (files) => new Map(files).set("src/door.ts", plainFile("export const open = true;\n")),
    },
  },
];

/** Names the quorum twice in the new trust file. The owners sign exactly its bytes. */
function withTrustText(lab: Lab, draft: MoveDraft): MoveDraft {
  const honest = draft.files.get(TRUST_PATH)?.text ?? "";
  const text = honest.replace('"version": 1,', '"version": 1,\n  "quorum": 2,');
  const files = new Map(draft.files).set(TRUST_PATH, plainFile(text));
  const tree = lab.store.tree(files);
  const acts = draft.acts.map((one) => ({
    ...one,
    subject: { ...one.subject, tree },
    act:
      one.act.act === "trust"
        ? { ...one.act, next: { ...one.act.next, sha256: digestText(text) } }
        : one.act,
  }));
  return { ...draft, files, acts };
}

const fingerprintOf = ({ engine }: Lab): string => engine.fingerprint;

/** Revokes a person's key from the newest move on. */
function revokedFromHere(lab: Lab, name: string): MoveDraft {
  const { fingerprint } = own(lab, name).key;
  const other = own(lab, "ben");
  const { trust, key } = replaceKey(lab, name);
  const revoked = [...trust.revoked, { key: fingerprint, from: lab.proofs.length }];
  const recovery = { by: name, key: lab.recovery };
  const draft = change(
    lab,
    () => ({ people: { ...trust.people, [name]: { keys: [trustedKey(key, name)] } }, revoked }),
    [other, recovery, { by: name, key }],
  );
  return draft;
}
