import { describe, expect, it } from "vitest";
import { evidenceOf, signedBy, trustedKey, trustOf } from "../testing/evidence-of.ts";
import { forgedMove, TRUST_NUMBER_1 } from "../testing/forgery.ts";
import {
  actStatement,
  CONTENT,
  commonFields,
  fingerprintOf,
  hex,
  REPOSITORY,
  TARGET,
} from "../testing/proof-of.ts";
import type { SignatureReading } from "./evidence.ts";
import { rootFingerprint } from "./judge-root.ts";
import {
  judgeWaypoint,
  type TrustStepEvidence,
  trustAtWaypoint,
  type WaypointEvidence,
} from "./judge-waypoint.ts";
import { PersonAct } from "./schema-act.ts";
import { trustDifference } from "./trust-facts.ts";

const PEOPLE = { ana: { keys: [trustedKey("ana")] }, ben: { keys: [trustedKey("ben")] } };
const EVE = trustOf({
  number: 2,
  people: { ...PEOPLE, eve: { keys: [trustedKey("eve", ["http://localhost:1"])] } },
});

const rootAct = (by: string): PersonAct => ({
  ...{ act: "root", ...commonFields(by), trust: TRUST_NUMBER_1, files: CONTENT.changes },
});
const first = { how: "trust", number: 1, previous: null, parent: null, round: null } as const;
const root: TrustStepEvidence = {
  ...evidenceOf({
    ...forgedMove(first),
    acts: [rootAct("ana"), rootAct("ben")],
    withheld: true,
  }),
  after: trustOf(),
};

/** A change of trust at this number by these people. */
function change(
  number: number,
  signers: readonly string[] = ["ana", "ben", "eve"],
  place: Partial<Parameters<typeof forgedMove>[0]> = {},
) {
  const added = trustDifference(trustOf().file, EVE.file);
  const acts = signers.map(
    (by): PersonAct => ({
      ...{ act: "trust", ...commonFields(by), trust: TRUST_NUMBER_1 },
      ...{ next: { number: 2, sha256: EVE.sha256 }, ...added },
    }),
  );
  const actSignatures = signers.map((by) =>
    signedBy(by, by === "eve" ? { origin: "http://localhost:1" } : {}),
  );
  const more = { ...forgedMove({ how: "trust", round: null, number, ...place }), withheld: true };
  return { ...evidenceOf({ ...more, acts, actSignatures }), after: EVE };
}

const MOVE = hex("4", 64);
const AT = { number: 9, move: MOVE, tree: CONTENT.tree, trust: EVE };

function act(
  by: string,
  more: object = {},
  {
    signature = signedBy(by),
    tree = CONTENT.tree,
  }: { signature?: SignatureReading; tree?: string } = {},
) {
  const trust = { number: 2, sha256: EVE.sha256 };
  const said = { act: "waypoint", ...commonFields(by), trust, number: 9, move: MOVE, ...more };
  return { statement: actStatement(PersonAct.parse(said), tree), signature };
}

/** Ben's act about another branch. */
function onBranch(name: string) {
  const { statement, signature } = act("ben");
  const [{ digest }] = statement.subject;
  const subject: typeof statement.subject = [{ name, digest }];
  return { statement: { ...statement, subject }, signature };
}

const honest: WaypointEvidence = {
  target: TARGET,
  revoked: [],
  pinned: rootFingerprint(root.proof),
  steps: [root, change(5)],
  acts: [act("ana"), act("ben")],
  at: AT,
  policyLevel: "touched",
};
const codes = (more: Partial<WaypointEvidence>) =>
  judgeWaypoint({ ...honest, ...more }).map(({ code }) => code);
/** The same waypoint with another act of ben. */
const bens = (one: WaypointEvidence["acts"][number]) => ({ acts: [act("ana"), one] });

describe("a waypoint", () => {
  it("is accepted if the quorum signed it by the trust file that the root leads to", () => {
    expect(judgeWaypoint(honest)).toEqual([]);
    expect(judgeWaypoint({ ...honest, at: { ...AT, trust: null } })).toEqual([]);
    expect(trustAtWaypoint(honest)).toBe(EVE);
    expect(trustAtWaypoint({ steps: [root] })).toBe(root.after);
    const acts = [act("ana", { number: 5 }), act("ben", { number: 5 })];
    expect(judgeWaypoint({ ...honest, acts, at: { ...AT, number: 5 } })).toEqual([]);
  });

  it.each<[string, Partial<WaypointEvidence>, string[]]>([
    ["begins at a root that is not pinned", { pinned: null }, ["root_unknown"]],
    ["begins at another root", { pinned: "csr1" }, ["root_other"]],
    [
      "hides a change of trust",
      { steps: [root] },
      ["trust_other", "act_trust", "act_trust", "trust_quorum"],
    ],
    ["has a change of trust after it", { steps: [root, change(10)] }, ["move_number"]],
    ["has a change of trust before the root", { steps: [root, change(1)] }, ["move_number"]],
    [
      "has a change of trust below the quorum",
      { steps: [root, change(5, ["ana", "eve"])] },
      ["trust_quorum"],
    ],
    [
      "has a change of trust that follows no move",
      { steps: [root, change(5, undefined, { previous: null, parent: null })] },
      ["move_previous", "move_parent"],
    ],
    [
      "has the same change of trust twice",
      { steps: [root, change(5), change(6)] },
      [...["act_used", "act_used", "act_used", "trust_other", "trust_unannounced"]],
    ],
  ])("is refused if it %s", (_what, more, expected) => {
    expect(new Set(codes(more))).toEqual(new Set(expected));
  });

  it.each<[string, Partial<WaypointEvidence>, string[]]>([
    ["too few owners", { acts: [act("ana")] }, []],
    ["one owner twice", bens(act("ana")), []],
    [
      "a person who is no owner",
      bens(act("eve", {}, { signature: signedBy("eve", { origin: "http://localhost:1" }) })),
      [],
    ],
    ["a stranger", bens(act("mallory")), ["act_key"]],
    ["another key of an owner", bens(act("ben", {}, { signature: signedBy("eve") })), ["act_key"]],
    [
      "a key that the act does not name",
      bens(act("ben", { key: fingerprintOf("eve") })),
      ["act_key"],
    ],
    [
      "a passkey on another page",
      bens(act("eve", {}, { signature: signedBy("eve", { origin: "http://localhost:2" }) })),
      ["act_origin"],
    ],
    [
      "nobody, as the signature is broken",
      bens(act("ben", {}, { signature: { ok: false, reason: "bad" } })),
      ["act_signature"],
    ],
    [
      "a key for another purpose",
      bens(act("ben", {}, { signature: signedBy("ben", { namespace: "git" }) })),
      ["act_namespace"],
    ],
    [
      "a key that was revoked",
      { revoked: [{ key: fingerprintOf("ben"), from: 9 }] },
      ["act_key_revoked"],
    ],
    [
      "a key without a touch",
      bens(act("ben", {}, { signature: signedBy("ben", { level: "signed" }) })),
      ["level_overstated", "level_below_policy"],
    ],
    [
      "an owner of another repository",
      bens(act("ben", { repository: `csr_${hex("6", 32)}` })),
      ["act_repository"],
    ],
    ["an owner with other files", bens(act("ben", {}, { tree: hex("1") })), ["act_content"]],
    [
      "an owner who saw an older trust file",
      bens(act("ben", { trust: TRUST_NUMBER_1 })),
      ["act_trust"],
    ],
    [
      "an owner who saw another trust file with the same number",
      bens(act("ben", { trust: { number: 2, sha256: hex("1", 64) } })),
      ["act_trust"],
    ],
    [
      "an owner who saw the trust file with another number",
      bens(act("ben", { trust: { number: 3, sha256: EVE.sha256 } })),
      ["act_trust"],
    ],
    ["an owner, for another branch", bens(onBranch("refs/heads/next")), ["act_target"]],
    ["an owner, for another number", bens(act("ben", { number: 8 })), ["act_content"]],
    ["an owner, for another move", bens(act("ben", { move: hex("1", 64) })), ["act_content"]],
    [
      "an owner, as the confirmation of a move",
      bens({
        ...act("ben"),
        statement: actStatement({
          act: "retract",
          ...commonFields("ben"),
          trust: { number: 2, sha256: EVE.sha256 },
          retracts: MOVE,
        }),
      }),
      ["act_kind"],
    ],
  ])("does not count if it is signed by %s", (_who, more, expected) => {
    expect(codes(more)).toEqual([...expected, "trust_quorum"]);
  });

  it("says that its quorum is missing", () => {
    expect(judgeWaypoint({ ...honest, acts: [] })).toEqual([
      { code: "trust_quorum", about: "the waypoint" },
    ]);
  });

  it("names the branch and the repository of its chain", () => {
    expect(codes({ target: "refs/heads/next" })).toContain("act_target");
    expect(honest.steps[0].after.file.repository).toBe(REPOSITORY);
  });
});
