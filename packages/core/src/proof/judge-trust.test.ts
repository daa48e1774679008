import { describe, expect, it } from "vitest";
import { evidenceOf, type Forgery, signedBy, trustedKey, trustOf } from "../testing/evidence-of.ts";
import { codesOf, forgedClone, forgedMove, TRUST_NUMBER_1 } from "../testing/forgery.ts";
import { commonFields, fingerprintOf, hex } from "../testing/proof-of.ts";
import { judgeMove } from "./judge-move.ts";
import type { PersonAct } from "./schema-act.ts";
import { parseTrustFile } from "./schema-trust.ts";
import { trustDifference, trustFacts } from "./trust-facts.ts";
import { trustChangesDigest } from "./trust-files.ts";

const PEOPLE = { ana: { keys: [trustedKey("ana")] }, ben: { keys: [trustedKey("ben")] } };
const withEve = { number: 2, people: { ...PEOPLE, eve: { keys: [trustedKey("eve")] } } };
const bensNewKey = { number: 2, people: { ...PEOPLE, ben: { keys: [trustedKey("ben2")] } } };

/** An act for exactly this change of trust. */
function trustAct(by: string, next: object, more: object = {}, key = by): PersonAct {
  const after = trustOf(next);
  return {
    act: "trust",
    ...commonFields(by),
    key: fingerprintOf(key),
    trust: TRUST_NUMBER_1,
    next: { number: after.file.number, sha256: after.sha256 },
    ...trustDifference(trustOf().file, after.file),
    ...more,
  };
}

/** A change of trust with the acts of these people; `ben:ben2` signs for ben with the key ben2. */
function change(next: object, signers: readonly string[], more: object = {}): Forgery {
  const names = signers.map((signer) => signer.split(":"));
  const { move } = forgedMove({ how: "trust", round: null });
  return {
    acts: names.map(([by = "", key = by]) => trustAct(by, next, more, key)),
    actSignatures: names.map(([by = "", key = by]) => signedBy(key)),
    withheld: true,
    ...(move && { move }),
    ...forgedClone({ nextTrust: trustOf(next) }),
  };
}

const ACCEPT: PersonAct = {
  ...{ act: "accept", ...commonFields("ana"), trust: TRUST_NUMBER_1 },
  ...{ from: hex("f"), to: hex("e") },
};

describe("a change of trust", () => {
  it.each<[string, Forgery, string[]]>([
    ["by the quorum, with the new key", change(withEve, ["ana", "ben", "eve"]), []],
    ["by a recovery key, with the new key", change(withEve, ["ana:recovery", "eve"]), []],
    [
      "of one's own key, with the old key and an owner",
      change(bensNewKey, ["ben", "ben:ben2", "ana"]),
      [],
    ],
    ["below the quorum", change(withEve, ["ana", "eve"]), ["trust_quorum"]],
    [
      "by one owner twice",
      change({ number: 2, quorum: 1 }, ["ana", "ana"]),
      ["act_repeated", "trust_quorum"],
    ],
    ["by the new person alone", change(withEve, ["eve"]), ["trust_quorum"]],
    [
      "of another person's key by one owner",
      change(bensNewKey, ["ana", "ben:ben2"]),
      ["trust_quorum"],
    ],
    [
      "of one's own key without another owner",
      change(bensNewKey, ["ben", "ben:ben2"]),
      ["trust_quorum"],
    ],
    ["without the signature of the new key", change(withEve, ["ana", "ben"]), ["trust_possession"]],
    [
      "that lowers the quorum, by one owner",
      change({ number: 2, quorum: 1 }, ["ana"]),
      ["trust_quorum"],
    ],
    [
      "with a skipped number",
      change({ ...withEve, number: 3 }, ["ana", "ben", "eve"]),
      ["trust_number"],
    ],
    ["back to an older file", change({ number: 1, quorum: 1 }, ["ana", "ben"]), ["trust_number"]],
    [
      "of another repository",
      change({ number: 2, repository: `csr_${hex("6", 32)}` }, ["ana", "ben"]),
      ["trust_repository"],
    ],
    [
      "that lists too little",
      change(withEve, ["ana", "ben", "eve"], { added: [] }),
      ["trust_facts", "trust_facts", "trust_facts", "trust_quorum", "trust_possession"],
    ],
    [
      "that hides a removal",
      change({ number: 2, recovery: [] }, ["ana", "ben"], { removed: [] }),
      ["trust_facts", "trust_facts", "trust_quorum"],
    ],
    [
      "for another file",
      change({ number: 2, quorum: 1 }, ["ana", "ben"], {
        next: { number: 2, sha256: hex("1", 64) },
      }),
      ["trust_facts", "trust_facts", "trust_quorum"],
    ],
    [
      "for another number",
      change({ number: 2, quorum: 1 }, ["ana", "ben"], {
        next: { number: 9, sha256: trustOf({ number: 2, quorum: 1 }).sha256 },
      }),
      ["trust_facts", "trust_facts", "trust_quorum"],
    ],
    ["without a changed file", change({}, ["ana", "ben"]), ["trust_unannounced"]],
    [
      "that removes the file",
      { ...change(withEve, ["ana", "ben", "eve"]), ...forgedClone({ nextTrust: null }) },
      ["act_key", "trust_unannounced"],
    ],
    ["with an act of a stranger", change(withEve, ["ana", "ben", "eve", "mallory"]), ["act_key"]],
    ["inside a review", forgedClone({ nextTrust: trustOf({ number: 2 }) }), ["trust_unannounced"]],
  ])("%s", (_what, forgery, codes) => expect(codesOf(forgery)).toEqual(codes));

  it("that removes several facts lists each of them", () => {
    const alone = { number: 2, people: { ana: PEOPLE.ana }, owners: ["ana"], quorum: 1 };
    expect(codesOf(change(alone, ["ana", "ben"]))).toEqual([]);
    const removed = [trustDifference(trustOf().file, trustOf(alone).file).removed.join("")];
    expect(codesOf(change(alone, ["ana", "ben"], { removed }))).toEqual([
      ...["trust_facts", "trust_facts", "trust_quorum"],
    ]);
  });

  it("counts on a target that moved in the meantime, if it changes the two files only", () => {
    const next = { number: 2, quorum: 1 };
    const onlyTrust = trustChangesDigest(trustOf(), trustOf(next));
    const moved = (changes: string): Forgery => {
      const { move } = forgedMove({ how: "trust", round: null, changes });
      return {
        ...change(next, ["ana", "ben"]),
        ...(move && { move }),
        ...forgedClone({ nextTrust: trustOf(next), changes, tree: hex("0") }),
        statement: ({ subject: [{ name, digest }], ...rest }) => ({
          ...rest,
          subject: [{ name, digest: { ...digest, gitTree: hex("0") } }],
        }),
      };
    };
    expect(codesOf(moved(onlyTrust))).toEqual([]);
    const removed = forgedClone({ nextTrust: null, changes: onlyTrust, tree: hex("0") });
    expect(codesOf({ ...moved(onlyTrust), ...removed })).toContain("act_content");
    const accepted = { ...moved(onlyTrust), acts: [ACCEPT], actSignatures: [signedBy("ana")] };
    expect(codesOf(accepted)).toContain("act_content");
    const more = moved(hex("d", 64));
    expect(codesOf(more)).toEqual(["act_content", "act_content", "trust_quorum"]);
  });

  it("names the key whose signature is missing", () => {
    const problems = judgeMove(evidenceOf(change(withEve, ["ana", "ben"])));
    expect(problems).toEqual([{ code: "trust_possession", about: trustedKey("eve").key }]);
  });

  it("by an act of another kind is not agreed", () => {
    const forgery = change({ number: 2, quorum: 1 }, ["ana"]);
    expect(codesOf({ ...forgery, acts: [ACCEPT] })).toEqual(["trust_facts", "trust_quorum"]);
  });
});

describe("a change of trust by people who do not reach the quorum", () => {
  const staff = {
    ...PEOPLE,
    carl: { keys: [trustedKey("carl")] },
    dora: { keys: [trustedKey("dora")] },
  };
  /** A change from a file with two owners and two other people. */
  const changed = (next: object, signers: readonly string[], before: object = {}): Forgery => {
    const old = trustOf({ people: staff, ...before });
    const after = trustOf({ people: staff, ...before, number: 2, ...next });
    const more = {
      trust: { number: 1, sha256: old.sha256 },
      next: { number: 2, sha256: after.sha256 },
      ...trustDifference(old.file, after.file),
    };
    const { move } = forgedMove({ how: "trust", round: null, trust: more.trust });
    return {
      ...change({}, signers, more),
      ...(move && { move }),
      evidence: (all) => ({ ...all, trust: old, clone: { ...all.clone, nextTrust: after } }),
    };
  };
  const newKeys = (...names: string[]) => ({
    people: {
      ...staff,
      ...Object.fromEntries(names.map((name) => [name, { keys: [trustedKey(`${name}2`)] }])),
    },
  });
  const three = { owners: ["ana", "ben", "carl"], quorum: 3 };

  it.each<[string, Forgery, string[]]>([
    [
      "of a person's own key, with the old key and one owner",
      changed(newKeys("carl"), ["carl", "carl:carl2", "ana"]),
      [],
    ],
    [
      "of an owner's own key, with the old key and one other owner",
      changed(newKeys("ben"), ["ben", "ben:ben2", "ana"], three),
      [],
    ],
    [
      "of a person's own key, without the old key",
      changed(newKeys("carl"), ["carl:carl2", "ana"]),
      ["trust_quorum"],
    ],
    [
      "of a person's own key, without an owner",
      changed(newKeys("carl"), ["carl", "carl:carl2", "dora"]),
      ["trust_quorum"],
    ],
    [
      "of an owner's own key, without another owner",
      changed(newKeys("ben"), ["ben", "ben:ben2", "dora"], three),
      ["trust_quorum"],
    ],
    [
      "of the keys of two people",
      changed(newKeys("carl", "dora"), [...["carl", "carl:carl2", "dora", "dora:dora2", "ana"]]),
      ["trust_quorum"],
    ],
    [
      "of a person's own key and of something else",
      changed({ ...newKeys("carl"), recovery: [] }, ["carl", "carl:carl2", "ana"]),
      ["trust_quorum"],
    ],
    [
      "of the quorum, by people who are no owners",
      changed({ quorum: 1 }, ["carl", "dora"]),
      ["trust_quorum"],
    ],
    ["of nobody's key, by one owner", changed({ quorum: 1 }, ["carl", "ana"]), ["trust_quorum"]],
  ])("%s", (_what, forgery, codes) => expect(codesOf(forgery)).toEqual(codes));
});

describe("a trust file", () => {
  const valid = trustOf({
    revoked: [{ key: fingerprintOf("old"), from: 3 }],
    witnesses: { quorum: 1, keys: ["w1+abc"] },
  }).file;
  const parsed = (more: object) => parseTrustFile(JSON.stringify({ ...valid, ...more }));

  it("is read as it is written", () => expect(parsed({})).toEqual(valid));

  it.each<[string, object]>([
    ["an owner without an entry", { owners: ["ana", "zoe"] }],
    ["a quorum that its owners cannot reach", { quorum: 3 }],
    ["one owner twice to reach the quorum", { owners: ["ana", "ana"], quorum: 2 }],
    ["one key for two people", { people: { ...PEOPLE, eve: { keys: [trustedKey("ana")] } } }],
    ["an engine with a person's key", { engines: { main: trustedKey("ana").key } }],
    ["one name in two spellings", { people: { ...PEOPLE, Ana: { keys: [] } } }],
    ["a DSA key", { recovery: ["ssh-dss AAAAB3NzaC1kc3MAAACBAAAA"] }],
    ["an unknown field", { admins: ["ana"] }],
  ])("with %s is not valid", (_what, more) => expect(parsed(more)).toBeNull());

  it("with a duplicate key is not valid", () => {
    expect(parseTrustFile(JSON.stringify(valid).replace("{", '{"quorum":1,'))).toBeNull();
  });

  it("is a list of facts that people can read", () => {
    expect(trustFacts(valid)).toEqual([
      `engine main ${trustedKey("engine").key}`,
      `key ana ${trustedKey("ana").key} unattested added by ana for any`,
      `key ben ${trustedKey("ben").key} unattested added by ana for any`,
      "owner ana",
      "owner ben",
      "person ana",
      "person ben",
      "quorum 2",
      `recovery ${trustedKey("recovery").key}`,
      `revoked ${fingerprintOf("old")} from 3`,
      "witness quorum 1",
      "witness w1+abc",
    ]);
  });

  it("differs from another in every fact of it", () => {
    const pages = {
      ...trustedKey("ana", ["https://a.example", "http://b.example"]),
      attested: true,
    };
    const after = trustOf({ people: { ...PEOPLE, ana: { keys: [pages] } } }).file;
    expect(trustDifference(trustOf().file, after)).toEqual({
      added: [`key ana ${pages.key} attested added by ana for https://a.example,http://b.example`],
      removed: [`key ana ${pages.key} unattested added by ana for any`],
    });
  });
});
