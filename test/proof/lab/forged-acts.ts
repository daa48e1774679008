import { canonicalJson, digestText } from "@countersign/core";
import { acceptMove } from "./accept-move.ts";
import { keyOf } from "./act-drafts.ts";
import {
  editAct,
  editLines,
  editMove,
  type Forgery,
  OTHER_DIGEST,
  onAct,
  renumbered,
} from "./forgery.ts";
import type { Lab } from "./lab.ts";
import { type LabKey, labKey } from "./lab-key.ts";
import { retract } from "./side-refs.ts";

const stranger = (lab: Lab): LabKey => labKey("ed25519-sk", lab.random);

/** Signs the first act with another key, which the act then names. */
const signedWith = (key: (lab: Lab) => LabKey, by?: string) =>
  onAct(({ act }, lab) => {
    const other = key(lab);
    return { key: other, act: { ...act, key: other.fingerprint, by: by ?? act.by } };
  });

const otherContent = (fields: object) =>
  editAct((act) => ("content" in act ? { content: { ...act.content, ...fields } } : {}));

/** Acts that do not belong to the move, or do not count for it. */
export const FORGED_ACTS: readonly Forgery[] = [
  {
    name: "an act left out of the proof",
    problem: "act_missing",
    tampering: editLines((lines) => renumbered(lines.filter((_, at) => at !== 2 && at !== 3))),
  },
  {
    name: "an act added to the proof",
    problem: "act_unnamed",
    step: "dispose",
    tampering: editMove(({ acts }) => ({ acts: acts.slice(0, -1) })),
  },
  {
    name: "an act that the proof contains twice",
    problem: "act_repeated",
    tampering: {
      signed: (acts) => [...acts, ...acts.slice(0, 1)],
    },
  },
  {
    name: "acts in another order than the move names",
    problem: "act_order",
    step: "dispose",
    tampering: editMove(({ acts }) => ({ acts: acts.toReversed() })),
  },
  {
    name: "an act of a later round",
    problem: "act_round",
    tampering: editAct(() => ({ round: 9 })),
  },
  {
    name: "an act about another commit's tree",
    problem: "act_content",
    tampering: otherContent({ changes: OTHER_DIGEST }),
  },
  {
    name: "an act whose subject is the base",
    problem: "act_content",
    tampering: onAct(({ subject }, lab) => ({
      subject: { ...subject, tree: lab.store.tree(lab.files) },
    })),
  },
  {
    name: "an act about another branch",
    problem: "act_target",
    tampering: onAct(({ subject }) => ({ subject: { ...subject, name: "refs/heads/release" } })),
  },
  {
    name: "an act about another task",
    problem: "act_task",
    tampering: editAct(() => ({ task: "cs-9999" })),
  },
  {
    name: "an act about another repository",
    problem: "act_repository",
    tampering: editAct(() => ({ repository: `csr_${"9".repeat(32)}` })),
  },
  {
    name: "an act used a second time after a revert",
    problem: "act_used",
    before: "squash",
    tampering: {
      signed: (acts, lab) => [...acts, ...(lab.proofs.at(-1)?.acts ?? [])],
    },
  },
  {
    name: "an act that was undone",
    problem: "act_retracted",
    finish: ({ lab, number }) => {
      for (const { act, digest } of lab.proofs[number - 1]?.acts ?? [])
        retract(lab, act.by, digest);
    },
  },
  {
    name: "an act recorded after it expired",
    problem: "act_late",
    tampering: editAct(({ at }) => ({ until: at })),
  },
  {
    name: "an act recorded after the move",
    problem: "act_late",
    tampering: editMove(({ acts }) => ({
      acts: acts.map((act) => ({ ...act, recorded: "2031-01-01T00:00:00Z" })),
    })),
  },
  {
    name: "an act signed by a stranger's key",
    problem: "act_key",
    tampering: signedWith(stranger),
  },
  {
    name: "an act signed by the engine's key",
    problem: "act_key",
    options: { kinds: ["ed25519"] },
    tampering: signedWith(({ engine }) => engine),
  },
  {
    name: "an act of ben signed by ana's key",
    problem: "act_key",
    tampering: signedWith((lab) => keyOf(lab, "ana"), "ben"),
  },
  {
    name: "an act that names another key than the one that signed",
    problem: "act_key",
    tampering: editAct(() => ({ key: `SHA256:${"A".repeat(43)}` })),
  },
  {
    name: "an act signed by a key that was retired, in a commit dated before",
    problem: "act_key",
    step: "release",
    before: "rotate",
    tampering: {
      acts: (acts, lab) =>
        acts.map((draft) => {
          const key = lab.retired.at(-1) ?? draft.key;
          const isAna = draft.act.by === "ana";
          return isAna ? { ...draft, key, act: { ...draft.act, key: key.fingerprint } } : draft;
        }),
      draft: (draft, lab) => {
        lab.atSeconds -= 86_400;
        return draft;
      },
    },
  },
  {
    name: "an act signed in git's namespace",
    problem: "act_namespace",
    tampering: onAct(({ parts }) => ({ parts: { ...parts, namespace: "git" } })),
  },
  {
    name: "an act signed in the namespace of moves",
    problem: "act_namespace",
    tampering: onAct(({ parts }) => ({ parts: { ...parts, namespace: "move@countersign" } })),
  },
  {
    name: "an act signed without a touch that states one",
    problem: "level_overstated",
    options: { presence: "touched" },
    tampering: onAct(({ parts }) => ({ parts: { ...parts, flags: 0 } })),
  },
  {
    name: "an act that states a PIN where there was a touch",
    problem: "level_overstated",
    options: { kinds: ["ed25519-sk", "ecdsa-sk"] },
    tampering: editAct(() => ({ level: "unlocked" })),
  },
  {
    name: "an act signed without the touch that the policy asks for",
    problem: "level_below_policy",
    options: { presence: "touched" },
    tampering: onAct(({ act, parts }) => ({
      act: { ...act, level: "signed" },
      parts: { ...parts, flags: 0 },
    })),
  },
  {
    name: "an act signed with a touch where the policy asks for a PIN",
    problem: "level_below_policy",
    options: { presence: "unlocked" },
    tampering: onAct(({ act, parts }) => ({
      act: { ...act, level: "touched" },
      parts: { ...parts, flags: 1 },
    })),
  },
  {
    name: "an act signed by a passkey on another page of the machine",
    problem: "act_origin",
    options: { kinds: ["webauthn-sk"] },
    tampering: onAct(({ parts }) => ({ parts: { ...parts, origin: "http://localhost:8123" } })),
  },
  {
    name: "an act about a later trust file",
    problem: "act_trust",
    tampering: editAct(({ trust }) => ({ trust: { ...trust, number: trust.number + 1 } })),
  },
  {
    name: "an act about another trust file of the same number",
    problem: "act_trust",
    tampering: editAct(({ trust }) => ({ trust: { ...trust, sha256: OTHER_DIGEST } })),
  },
  {
    name: "an act of a kind that belongs to no round",
    problem: "act_kind",
    tampering: {
      acts: (acts, lab) => [
        ...acts,
        ...acceptMove(lab).acts.map((one) => ({
          ...one,
          subject: acts[0]?.subject ?? one.subject,
        })),
      ],
    },
  },
  {
    name: "an act changed after it was signed",
    problem: "act_signature",
    tampering: {
      signed: ([first, ...others]) => {
        if (first === undefined) return others;
        const line = canonicalJson({
          ...JSON.parse(first.line),
          subject: [{ digest: { gitTree: "1".repeat(40) }, name: "refs/heads/main" }],
        });
        return [{ ...first, line, digest: digestText(line) }, ...others];
      },
    },
  },
  {
    name: "a signature with trailing bytes",
    problem: "act_signature",
    tampering: onAct(({ parts }) => ({
      parts: { ...parts, whole: (bytes: Buffer) => Buffer.concat([bytes, Buffer.of(0)]) },
    })),
  },
  {
    name: "a signature with a reserved field",
    problem: "act_signature",
    tampering: onAct(({ parts }) => ({ parts: { ...parts, reserved: "x" } })),
  },
];
