import { describe, expect, it } from "vitest";
import { digestText } from "../kernel/digest.ts";
import {
  evidenceOf,
  type Forgery,
  OWNER_QUESTION,
  ownerApproval,
  signedBy,
  trustedKey,
  trustOf,
} from "../testing/evidence-of.ts";
import {
  codesOf,
  forgedAct,
  forgedChain,
  forgedMove,
  forgedRetraction,
  forgedSignature,
  forgedTrust,
  TRUST_NUMBER_1,
} from "../testing/forgery.ts";
import { actStatement, CONTENT, commonFields, fingerprintOf, hex } from "../testing/proof-of.ts";
import { judgeMove } from "./judge-move.ts";
import { proofTrailer } from "./parse-proof.ts";
import type { PersonAct } from "./schema-act.ts";

describe("an act", () => {
  it.each<[string, Forgery, string]>([
    ["with a broken signature", { actSignatures: [{ ok: false, reason: "bad" }] }, "act_signature"],
    ["of a stranger", { actSignatures: [signedBy("eve")] }, "act_key"],
    [
      "of the engine",
      { actSignatures: [signedBy("engine", { namespace: "act@countersign" })] },
      "act_key",
    ],
    ["signed by another owner", { actSignatures: [signedBy("ben")] }, "act_key"],
    [
      "by a person without an entry",
      { acts: [ownerApproval("constructor")], actSignatures: [signedBy("ana")] },
      "act_key",
    ],
    [
      "by the recovery key",
      {
        ...forgedAct({ key: fingerprintOf("recovery") }),
        actSignatures: [signedBy("recovery")],
      },
      "act_key",
    ],
    ["that names another key", forgedAct({ key: fingerprintOf("old") }), "act_key"],
    [
      "by a retired key",
      forgedTrust({ people: { ana: { keys: [] }, ben: { keys: [trustedKey("ben")] } } }),
      "act_key",
    ],
    ["in another namespace", forgedSignature({ namespace: "git" }), "act_namespace"],
    [
      "by a key that is revoked from this number",
      forgedChain({ revoked: [{ key: fingerprintOf("ana"), from: 2 }] }),
      "act_key_revoked",
    ],
    [
      "from a page, with a key that has none",
      forgedSignature({ origin: "http://localhost:1" }),
      "act_origin",
    ],
    ["with an overstated level", forgedSignature({ level: "signed" }), "level_overstated"],
    [
      "below the level of the policy",
      { evidence: (all) => ({ ...all, policyLevel: "unlocked" }) },
      "level_below_policy",
    ],
    ["for another repository", forgedAct({ repository: `csr_${hex("6", 32)}` }), "act_repository"],
    [
      "under another trust file",
      forgedAct({ trust: { number: 1, sha256: hex("1", 64) } }),
      "act_trust",
    ],
    [
      "under a later trust file",
      forgedAct({ trust: { ...TRUST_NUMBER_1, number: 2 } }),
      "act_trust",
    ],
    ["for another task", forgedAct({ task: "cs-13" }), "act_task"],
    ["for a later round", forgedAct({ round: 2 }), "act_round"],
    [
      "for other changes",
      forgedAct({ content: { ...CONTENT, changes: hex("1", 64) } }),
      "act_content",
    ],
    ["for another tree", forgedAct({ content: { ...CONTENT, tree: hex("1") } }), "act_content"],
    ["recorded after it expired", forgedAct({ until: "2026-11-16T02:10:12Z" }), "act_late"],
    ["recorded after the move", forgedMove({ at: "2026-11-16T02:10:30Z" }), "act_late"],
    ["that was retracted", forgedRetraction({}), "act_retracted"],
  ])("%s does not count", (_what, forgery, code) => {
    expect(codesOf(forgery)).toEqual([code, "input_other"]);
  });

  it.each<[string, "signed" | "touched", "signed" | "touched", string[]]>([
    ["states less than its signature shows", "signed", "touched", []],
    [
      "states more than its signature shows",
      "touched",
      "signed",
      ["level_overstated", "level_below_policy", "input_other"],
    ],
  ])("that %s counts by its signature", (_what, stated, shown, codes) => {
    const evidence: Forgery["evidence"] = (all) => ({ ...all, policyLevel: "touched" });
    const forgery = { ...forgedAct({ level: stated }), ...forgedSignature({ level: shown }) };
    expect(codesOf({ ...forgery, evidence })).toEqual(codes);
  });

  it("of another subject does not count", () => {
    const actStatements: Forgery["actStatements"] = (all) =>
      all.map((one) => ({
        ...one,
        subject: [{ name: "refs/heads/main", digest: { gitTree: CONTENT.base } }],
      }));
    expect(codesOf({ actStatements })).toContain("act_missing");
    const renamed = evidenceOf({ actStatements });
    const acts = renamed.proof.acts.map(({ digest }) => ({
      sha256: digest,
      recorded: "2026-11-16T02:11:00Z",
    }));
    expect(codesOf({ actStatements, move: (honest) => ({ ...honest, acts }) })).toContain(
      "act_content",
    );
  });

  it("that was used before does not count", () => {
    const used = new Set([evidenceOf().proof.acts[0]?.digest ?? ""]);
    expect(codesOf(forgedChain({ used }))).toEqual(["act_used", "input_other"]);
  });

  it("counts on the page that the trust file lists, and on no other", () => {
    const pages = {
      people: { ana: { keys: [trustedKey("ana", ["https://cs.example"])] }, ben: { keys: [] } },
    };
    const on = (origin: string | null) =>
      codesOf({ ...forgedTrust(pages), ...forgedSignature({ origin }) });
    expect(on("https://cs.example")).toEqual([]);
    expect(on("https://cs.example:8443")).toEqual(["act_origin", "input_other"]);
    expect(on(null)).toEqual(["act_origin", "input_other"]);
  });

  it("counts before the number from which its key is revoked, and under an earlier trust file", () => {
    expect(codesOf(forgedChain({ revoked: [{ key: fingerprintOf("ana"), from: 3 }] }))).toEqual([]);
    const later = trustOf({ number: 2 });
    const evidence: Forgery["evidence"] = (all) => ({
      ...all,
      trust: later,
      clone: { ...all.clone, nextTrust: later },
    });
    const forgery = { ...forgedMove({ trust: { number: 2, sha256: later.sha256 } }), evidence };
    expect(codesOf(forgery)).toEqual([]);
  });

  it.each<[string, Forgery]>([
    ["of another person", forgedRetraction({ by: "ben" }, signedBy("ben"))],
    ["that is not signed", forgedRetraction({}, { ok: false, reason: "bad" })],
    ["in another namespace", forgedRetraction({}, signedBy("ana", { namespace: "git" }))],
    ["signed by a stranger", forgedRetraction({}, signedBy("eve"))],
    ["of another act", forgedRetraction({ retracts: hex("1", 64) })],
  ])("still counts after a retraction %s", (_what, forgery) =>
    expect(codesOf(forgery)).toEqual([]),
  );

  it("still counts after a retraction that its own person did not ask for", () => {
    expect(codesOf(forgedRetraction({ by: "ben" }, signedBy("ana")))).toEqual([]);
  });

  it("counts if it was recorded in its last second, and in the second of the move", () => {
    expect(codesOf(forgedAct({ until: "2026-11-16T02:11:00Z" }))).toEqual([]);
    expect(codesOf(forgedMove({ at: "2026-11-16T02:11:00Z" }))).toEqual([]);
  });

  it("of another kind retracts nothing", () => {
    const statement = actStatement({ act: "root", ...commonFields("ana"), files: hex("1", 64) });
    const retractions = [{ statement, signature: signedBy("ana") }];
    expect(codesOf(forgedChain({ retractions }))).toEqual([]);
  });

  it("about no task does not fit a review", () => {
    const accept: PersonAct = {
      act: "accept",
      ...commonFields("ana"),
      trust: TRUST_NUMBER_1,
      from: hex("f"),
      to: hex("e"),
    };
    const forgery = { acts: [ownerApproval(), accept] };
    expect(codesOf(forgery)).toEqual(["act_kind"]);
  });
});

describe("the list of acts", () => {
  const two = [ownerApproval(), ownerApproval("ben", { requirement: OWNER_QUESTION })];
  it("accepts two acts in their order", () => expect(codesOf({ acts: two })).toEqual([]));

  it("reports an act that was left out", () => {
    const left = evidenceOf({ acts: two, actStatements: (all) => all.slice(0, 1) });
    expect(judgeMove(left).map(({ code }) => code)).toEqual(["act_missing"]);
  });

  it("reports a missing signature as a missing act", () => {
    expect(codesOf({ acts: two, actSignatures: [signedBy("ana")] })).toEqual(["act_missing"]);
  });

  it("reports an act that was added", () => {
    const added = forgedMove({
      acts: evidenceOf({ acts: two }).proof.move.statement.predicate.acts.slice(0, 1),
    });
    expect(codesOf({ acts: two, ...added })).toEqual(["act_unnamed"]);
  });

  it("reports acts in another order", () => {
    const forgery: Forgery = {
      acts: two,
      actStatements: (all) => all.toReversed(),
      actSignatures: [signedBy("ben"), signedBy("ana")],
    };
    expect(codesOf(forgery)).toEqual(["act_order"]);
  });

  it("reports an act that is named or present twice", () => {
    expect(
      codesOf({ move: (honest) => ({ ...honest, acts: [...honest.acts, ...honest.acts] }) }),
    ).toEqual(["act_repeated"]);
    expect(
      codesOf({
        actStatements: (all) => [...all, ...all],
        actSignatures: [signedBy("ana"), signedBy("ana")],
      }),
    ).toEqual(["act_repeated"]);
  });

  it("has the trailer of its lines", () => {
    expect(evidenceOf().clone.trailer).toBe(proofTrailer(evidenceOf().proof.acts));
  });
});

it("says which act a problem is about", () => {
  const evidence = evidenceOf(forgedChain({ revoked: [{ key: fingerprintOf("ana"), from: 1 }] }));
  const [act] = evidence.proof.acts;
  expect(judgeMove(evidence)[0]).toEqual({
    code: "act_key_revoked",
    about: digestText(act?.line ?? ""),
  });
});
