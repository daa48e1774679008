import { expect, it } from "vitest";
import { evidenceOf, signedBy, trustOf } from "../testing/evidence-of.ts";
import { forgedMove, TRUST_NUMBER_1 } from "../testing/forgery.ts";
import { CONTENT, commonFields, hex, TARGET } from "../testing/proof-of.ts";
import { judgeRoot, type RootEvidence, rootFingerprint } from "./judge-root.ts";
import type { PersonAct } from "./schema-act.ts";
import type { MoveStatement } from "./schema-move.ts";

type Changes = {
  acts?: PersonAct[];
  move?: Partial<MoveStatement["predicate"]>;
  named?: boolean;
  evidence?: Partial<RootEvidence>;
};

const rootAct = (by: string, more: object = {}): PersonAct => ({
  act: "root",
  ...commonFields(by),
  trust: TRUST_NUMBER_1,
  files: CONTENT.changes,
  ...more,
});

function rootEvidence({ acts, move, named = true, evidence }: Changes): RootEvidence {
  const given = acts ?? [rootAct("ana"), rootAct("ben")];
  const first = { how: "trust", number: 1, previous: null, parent: null, round: null } as const;
  const { proof, signatures, clone, trust } = evidenceOf({
    ...forgedMove({ ...first, ...(named ? {} : { acts: [] }), ...move }),
    acts: given,
    withheld: true,
  });
  const pinned = rootFingerprint(proof);
  return { proof, signatures, clone, trust, target: TARGET, pinned, ...evidence };
}

const honest = rootEvidence({});
const actSignatures = (...acts: RootEvidence["signatures"]["acts"]) => ({
  evidence: { signatures: { ...honest.signatures, acts } },
});
const engine = (move: RootEvidence["signatures"]["move"]) => ({
  evidence: { signatures: { ...honest.signatures, move } },
});
const clone = (more: object) => ({ evidence: { clone: { ...honest.clone, ...more } } });

it("accepts a root that every owner signed and the verifier pinned", () => {
  expect(judgeRoot(honest)).toEqual([]);
  expect(rootFingerprint(honest.proof)).toBe(`csr1${honest.proof.move.digest}`);
});

it.each<[string, Changes, string[]]>([
  ["is not pinned", { evidence: { pinned: null } }, ["root_unknown"]],
  ["is not the pinned one", { evidence: { pinned: "csr1" } }, ["root_other"]],
  ["has another number", { move: { number: 2 } }, ["move_number"]],
  ["has a predecessor", { move: { previous: hex("1", 64) } }, ["move_number"]],
  [
    "has a round",
    { move: { round: evidenceOf().proof.move.statement.predicate.round } },
    ["move_shape"],
  ],
  ["is a merge", { move: { how: "merge" } }, ["move_shape"]],
  ["is of another branch", { evidence: { target: "refs/heads/next" } }, ["move_target"]],
  [
    "is of another repository",
    { move: { repository: `csr_${hex("6", 32)}` } },
    ["move_repository"],
  ],
  ["is another commit", clone({ commit: hex("1") }), ["commit_other"]],
  ["has another tree", clone({ tree: hex("1") }), ["tree_other", "root_unsigned", "root_unsigned"]],
  [
    "has another file",
    clone({ changes: hex("1", 64) }),
    ["changes_other", "root_unsigned", "root_unsigned"],
  ],
  [
    "names another trust file",
    { move: { trust: { number: 1, sha256: hex("1", 64) } } },
    ["trust_other"],
  ],
  [
    "names another number of the trust file",
    { move: { trust: { ...TRUST_NUMBER_1, number: 2 } } },
    ["trust_other"],
  ],
  [
    "begins with a later trust file",
    { evidence: { trust: { ...honest.trust, file: trustOf({ number: 2 }).file } } },
    ["trust_other"],
  ],
  ["has a broken signature", engine({ ok: false, reason: "bad" }), ["move_signature"]],
  [
    "is signed in another namespace",
    engine(signedBy("engine", { namespace: "git" })),
    ["move_namespace"],
  ],
  [
    "is signed by a stranger",
    engine(signedBy("eve", { namespace: "move@countersign" })),
    ["move_key"],
  ],
  ["lacks an owner", { acts: [rootAct("ana")] }, ["root_unsigned"]],
  ["has acts that the move does not name", { named: false }, ["root_unsigned", "root_unsigned"]],
  [
    "has an act for other files",
    { acts: [rootAct("ana"), rootAct("ben", { files: hex("1", 64) })] },
    ["root_unsigned"],
  ],
  [
    "has an act for another repository",
    { acts: [rootAct("ana"), rootAct("ben", { repository: `csr_${hex("6", 32)}` })] },
    ["root_unsigned"],
  ],
  [
    "has an act for another trust file",
    { acts: [rootAct("ana"), rootAct("ben", { trust: { number: 1, sha256: hex("1", 64) } })] },
    ["root_unsigned"],
  ],
  [
    "has an act of another kind",
    { acts: [rootAct("ana"), { act: "retract", ...commonFields("ben"), retracts: hex("1", 64) }] },
    ["root_unsigned"],
  ],
  ["lacks a signature", actSignatures(signedBy("ana")), ["root_unsigned"]],
  [
    "has a broken act",
    actSignatures(signedBy("ana"), { ok: false, reason: "bad" }),
    ["root_unsigned"],
  ],
  [
    "has an act in another namespace",
    actSignatures(signedBy("ana"), signedBy("ben", { namespace: "git" })),
    ["root_unsigned"],
  ],
  ["has an act by another key", actSignatures(signedBy("ana"), signedBy("ana")), ["root_unsigned"]],
])("reports a root that %s", (_what, changes, codes) => {
  expect(judgeRoot(rootEvidence(changes)).map(({ code }) => code)).toEqual(codes);
});
