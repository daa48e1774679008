import { describe, expect, it } from "vitest";
import { trustedKey, trustOf } from "../testing/evidence-of.ts";
import { fingerprintOf } from "../testing/proof-of.ts";
import { editTrust, NO_EDITS, type TrustEdits } from "./edit-trust.ts";
import { trustDifference } from "./trust-facts.ts";

const WITNESS =
  "remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2@https://remora.n621.de";
const before = trustOf().file;
const keyOf = (name: string) => trustedKey(name).key;

/** What a change with these edits adds and removes, or why there is none. */
function edited(edits: Partial<TrustEdits>) {
  const result = editTrust(before, { ...NO_EDITS, ...edits });
  return result.ok ? trustDifference(before, result.file) : result.reason;
}

const eve = { person: "eve", key: keyOf("eve"), origins: [], addedBy: "ana" };
const eveFact = `key eve ${eve.key} unattested added by ana for any`;

describe("editTrust", () => {
  it.each<[string, Partial<TrustEdits>, string[], string[]]>([
    ["adds a person with their keys", { addKeys: [eve] }, [eveFact, "person eve"], []],
    [
      "adds a passkey with its page",
      { addKeys: [{ ...eve, origins: ["https://a.example"] }] },
      [eveFact.replace("any", "https://a.example"), "person eve"],
      [],
    ],
    [
      "adds a second key",
      { addKeys: [{ person: "ben", key: keyOf("ben2"), origins: [], addedBy: "ben" }] },
      [`key ben ${keyOf("ben2")} unattested added by ben for any`],
      [],
    ],
    [
      "replaces a key",
      {
        addKeys: [{ person: "ben", key: keyOf("ben2"), origins: [], addedBy: "ben" }],
        removeKeys: [keyOf("ben")],
      },
      [`key ben ${keyOf("ben2")} unattested added by ben for any`],
      [`key ben ${keyOf("ben")} unattested added by ana for any`],
    ],
    [
      "removes an owner and lowers the quorum",
      { removePeople: ["ben"], removeOwners: ["ben"], quorum: 1 },
      ["quorum 1"],
      [
        `key ben ${keyOf("ben")} unattested added by ana for any`,
        "owner ben",
        "person ben",
        "quorum 2",
      ],
    ],
    [
      "makes a new person an owner",
      { addKeys: [eve], addOwners: ["eve", "ana"] },
      [eveFact, "owner eve", "person eve"],
      [],
    ],
    [
      "replaces the engine's key",
      { engines: [{ name: "main", key: keyOf("engine2") }] },
      [`engine main ${keyOf("engine2")}`],
      [`engine main ${keyOf("engine")}`],
    ],
    [
      "removes an engine",
      { engines: [{ name: "main", key: null }] },
      [],
      [`engine main ${keyOf("engine")}`],
    ],
    [
      "replaces the recovery key",
      { addRecovery: [keyOf("r2")], removeRecovery: [keyOf("recovery")] },
      [`recovery ${keyOf("r2")}`],
      [`recovery ${keyOf("recovery")}`],
    ],
    [
      "adds a witness",
      { addWitnesses: [WITNESS], witnessQuorum: 1 },
      ["witness quorum 1", `witness ${WITNESS}`],
      ["witness quorum 0"],
    ],
    [
      "revokes a key from a number on",
      { revoked: [{ key: fingerprintOf("ben"), from: 7 }] },
      [`revoked ${fingerprintOf("ben")} from 7`],
      [],
    ],
  ])("%s", (_what, edits, added, removed) => expect(edited(edits)).toEqual({ added, removed }));

  it("lists an owner once, although an edit adds the owner again", () => {
    const edits = { ...NO_EDITS, addKeys: [eve], addOwners: ["eve", "ana"] };
    expect(editTrust(before, edits)).toMatchObject({ file: { owners: ["ana", "ben", "eve"] } });
  });

  it("changes nothing but the number without edits", () => {
    expect(editTrust(before, NO_EDITS)).toEqual({ ok: true, file: { ...before, number: 2 } });
    expect(new Set(Object.values(NO_EDITS).flat())).toEqual(new Set([null]));
  });

  it("gives every reason", () => {
    expect(edited({ removePeople: ["ben"], quorum: 3 })).toBe(
      "an owner has no keys; quorum too high",
    );
  });

  it("increases the number by one and keeps the repository", () => {
    const result = editTrust(before, { ...NO_EDITS, addKeys: [eve] });
    const { repository } = before;
    expect(result).toMatchObject({ ok: true, file: { number: 2, repository, version: 1 } });
  });

  it.each<[string, Partial<TrustEdits>, string]>([
    [
      "a person without a key",
      { removeKeys: [keyOf("ben")] },
      "ben would have no key; remove the person instead",
    ],
    [
      "a witness without an address",
      { addWitnesses: ["w1+abc"] },
      "w1+abc is no witness; write <name>+<id>+<key>@https://…, with an Ed25519 key for cosignatures",
    ],
    ["an owner without an entry", { removePeople: ["ben"] }, "an owner has no keys"],
    ["a quorum that its owners cannot reach", { removeOwners: ["ben"] }, "quorum too high"],
    ["one key for two people", { addKeys: [{ ...eve, key: keyOf("ana") }] }, "a key occurs twice"],
    [
      "one name in two spellings",
      { addKeys: [{ ...eve, person: "Ana" }] },
      "two names are the same person",
    ],
  ])("refuses %s", (_what, edits, reason) => expect(edited(edits)).toBe(reason));
});
