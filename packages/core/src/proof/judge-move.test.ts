import { describe, expect, it } from "vitest";
import {
  evidenceOf,
  type Forgery,
  OWNER_QUESTION,
  ownerApproval,
  signedBy,
} from "../testing/evidence-of.ts";
import {
  codesOf,
  forgedChain,
  forgedClone,
  forgedMove,
  forgedRound,
  type MovePredicate,
  TRUST_NUMBER_1,
} from "../testing/forgery.ts";
import { commonFields, fingerprintOf, hex } from "../testing/proof-of.ts";
import type { MoveEvidence } from "./evidence.ts";
import { judgeMove } from "./judge-move.ts";
import { proofResult } from "./problems.ts";
import type { PersonAct } from "./schema-act.ts";

it("finds no problem in an honest squash", () => {
  expect(judgeMove(evidenceOf())).toEqual([]);
});

describe.each<[string, Forgery, string[]]>([
  ["a skipped number", forgedChain({ number: 2 }), ["move_number"]],
  ["another predecessor", forgedChain({ move: hex("8", 64) }), ["move_previous"]],
  ["another parent", forgedChain({ commit: hex("1") }), ["move_parent"]],
  [
    "another branch",
    forgedChain({ target: "refs/heads/next" }),
    ["move_target", "act_target", "input_other"],
  ],
  ["another repository", forgedMove({ repository: `csr_${hex("6", 32)}` }), ["move_repository"]],
  ["a rewritten target", forgedClone({ descends: false }), ["move_rewrites"]],
  ["a review without a round", forgedMove({ round: null }), ["move_shape", "act_kind"]],
  ["another commit", forgedClone({ commit: hex("1") }), ["commit_other"]],
  ["another tree", forgedClone({ tree: hex("1") }), ["tree_other", "binding_tree"]],
  ["a smuggled file", forgedClone({ changes: hex("1", 64) }), ["changes_other"]],
  [
    "content that its commits do not have",
    forgedClone({ contentChanges: hex("1", 64) }),
    ["content_other"],
  ],
  [
    "a base that the clone lacks",
    forgedClone({ contentChanges: null, facts: null }),
    ["content_missing", "content_missing"],
  ],
  ["a removed trailer", forgedClone({ trailer: null }), ["trailer_other"]],
  [
    "another policy",
    forgedMove({
      policy: {
        sha256: hex("1", 64),
        files: [{ path: "countersign.json", blob: hex("8") }],
        release: "0.1.0",
      },
    }),
    ["policy_other"],
  ],
  [
    "another policy file",
    forgedClone({ policyFiles: [{ path: "countersign.json", blob: hex("1") }] }),
    ["policy_files"],
  ],
  [
    "an older trust file",
    forgedMove({ trust: { number: 1, sha256: hex("1", 64) } }),
    ["trust_other"],
  ],
  [
    "another number of the trust file",
    forgedMove({ trust: { ...TRUST_NUMBER_1, number: 2 } }),
    ["trust_other"],
  ],
  ["an unknown release", { evidence: (all) => ({ ...all, policy: null }) }, ["release_unknown"]],
])("a move with %s", (_what, forgery, problems) => {
  it(`is reported as ${problems.join(" and ")}`, () => expect(codesOf(forgery)).toEqual(problems));
});

describe("the binding to the changes", () => {
  const changes: Forgery = forgedRound({ binding: "changes" });
  it("accepts another tree with the approved changes", () => {
    const moved = evidenceOf({
      ...changes,
      statement: ({ subject: [{ name, digest }], ...rest }) => ({
        ...rest,
        subject: [{ name, digest: { ...digest, gitTree: hex("1") } }],
      }),
      ...forgedClone({ tree: hex("1"), contentChanges: null }),
    });
    expect(judgeMove(moved)).toEqual([]);
  });

  it("reports other changes", () => {
    const smuggled = hex("1", 64);
    const forgery = {
      move: (honest: MovePredicate) => ({
        ...honest,
        changes: smuggled,
        round: honest.round && { ...honest.round, binding: "changes" as const },
      }),
    };
    expect(codesOf({ ...forgery, ...forgedClone({ changes: smuggled }) })).toEqual([
      "binding_changes",
    ]);
  });

  it("needs no trailer for a rebase", () => {
    expect(
      codesOf({ ...forgedMove({ how: "rebase" }), ...forgedClone({ trailer: null }) }),
    ).toEqual([]);
    expect(codesOf({ ...forgedMove({ how: "merge" }), ...forgedClone({ trailer: null }) })).toEqual(
      ["trailer_other"],
    );
  });
});

describe("the engine's signature", () => {
  const engine = (reading: MoveEvidence["signatures"]["move"]): Forgery => ({
    evidence: (all) => ({ ...all, signatures: { ...all.signatures, move: reading } }),
  });
  it.each<[string, Forgery, string]>([
    ["is broken", engine({ ok: false, reason: "bad" }), "move_signature"],
    ["is by a person", engine(signedBy("ana", { namespace: "move@countersign" })), "move_key"],
    ["is in another namespace", engine(signedBy("engine", { namespace: "git" })), "move_namespace"],
    [
      "is by a revoked key",
      forgedChain({ revoked: [{ key: fingerprintOf("engine"), from: 2 }] }),
      "move_key_revoked",
    ],
  ])("%s", (_what, forgery, code) => expect(codesOf(forgery)).toEqual([code]));
});

describe("accepted commits of others", () => {
  const accept = (more: object = {}, by = "ana"): PersonAct => ({
    act: "accept",
    ...commonFields(by),
    trust: TRUST_NUMBER_1,
    from: hex("f"),
    to: hex("e"),
    ...more,
  });
  const accepted = (...acts: PersonAct[]): Forgery => ({
    acts,
    ...forgedMove({ how: "accept", round: null }),
    withheld: true,
  });
  it.each<[string, Forgery, string[]]>([
    ["signed by an owner", accepted(accept()), []],
    ["accepted automatically", accepted(), ["not_reviewed"]],
    ["signed for another commit", accepted(accept({ to: hex("1") })), ["not_reviewed"]],
    ["signed from another commit", accepted(accept({ from: hex("1") })), ["not_reviewed"]],
    ["signed by a person who is not an owner", accepted(accept({}, "ben")), ["not_reviewed"]],
    ["with an act about a task", accepted(ownerApproval()), ["act_kind", "not_reviewed"]],
    [
      "under an unknown policy",
      { ...accepted(accept()), evidence: (all) => ({ ...all, policy: null }) },
      ["not_reviewed"],
    ],
  ])("%s", (_what, forgery, codes) => expect(codesOf(forgery)).toEqual(codes));
});

describe("what a verifier requires", () => {
  const required = (people: number, level: "signed" | "unlocked"): Forgery => ({
    evidence: (all) => ({ ...all, required: { people, level } }),
  });
  it("is compared with the people and the levels of the acts", () => {
    expect(codesOf(required(1, "signed"))).toEqual([]);
    expect(codesOf(required(2, "signed"))).toEqual(["people_below_required"]);
    const ben = ownerApproval("ben", { requirement: OWNER_QUESTION });
    expect(codesOf({ ...required(2, "signed"), acts: [ownerApproval(), ben] })).toEqual([]);
    expect(codesOf(required(1, "unlocked"))).toEqual(["level_below_required"]);
  });
});

it("calls a contradiction what is both contradicted and unproved", () => {
  expect(proofResult([])).toBe("proved");
  expect(proofResult([{ code: "input_told" }])).toBe("unproved");
  expect(proofResult([{ code: "input_told" }, { code: "act_used" }])).toBe("contradicted");
});
