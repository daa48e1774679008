import { describe, expect, it } from "vitest";
import type { OwnedPaths } from "../../content/schema.ts";
import { assignmentOf, barePolicy } from "../../testing/plan-of.ts";
import type { RosterEntry } from "../schema.ts";
import { codeOwnerSeat } from "./code-owner-seat.ts";
import type { LayerAsk } from "./layer-asks.ts";
import { resolveLayers } from "./resolve-layers.ts";

const FILE = {
  people: { owner: ["olga"], substitutes: { olga: ["otto"] } },
  departments: { engineering: { head: "olga", agents: ["codex"] } },
};

function owned(line: number, people: string[], unknown: string[] = []): OwnedPaths {
  return { line, path: `src/${line}.ts`, people, unknown };
}

function seat(paths: readonly OwnedPaths[], authors: string[] = ["claude"]) {
  return codeOwnerSeat({
    ...{ assignment: assignmentOf({ authors }), policy: barePolicy(FILE) },
    ...{ roster: [], alreadyAsked: [], codeOwners: paths },
  });
}

describe("codeOwnerSeat", () => {
  it("names no one where no changed path has an owner", () => {
    expect(seat([])).toBeNull();
  });

  it.each<[string, OwnedPaths[], string[]]>([
    ["the owners of the one line", [owned(1, ["ana", "kim"])], ["ana", "kim"]],
    ["the person who owns all paths", [owned(1, ["ana", "kim"]), owned(2, ["kim"])], ["kim"]],
    ["the known one of several owners", [owned(1, ["ana"], ["@acme/web"])], ["ana"]],
    ["the repository's owner if no one owns all", [owned(1, ["ana"]), owned(2, ["kim"])], ["olga"]],
    ["the repository's owner if none is known", [owned(1, [], ["@acme/web"])], ["olga"]],
    ["people only", [owned(1, ["codex", "kim"])], ["kim"]],
  ])("is answered by %s", (_, paths, who) => {
    expect(seat(paths)).toMatchObject({ who, human: true });
  });

  it("is never answered by an author [H4]", () => {
    const paths = [owned(1, ["ana", "kim"])];
    expect(seat(paths, ["ana"])).toMatchObject({ who: ["kim"] });
    expect(seat(paths, ["ana", "kim"])).toMatchObject({ who: ["olga"] });
    expect(seat(paths, ["ana", "kim", "olga"])).toMatchObject({ who: ["otto"] });
  });

  it.each<[OwnedPaths[], string]>([
    [[owned(3, ["ana"])], "line 3 names the owners of src/3.ts"],
    [[owned(3, ["ana"]), owned(4, ["ana"])], "lines 3, 4 name the owners"],
    [
      [owned(3, ["ana"]), owned(4, ["kim"])],
      "no other person owns all changed paths, so olga answers",
    ],
    [
      [owned(3, ["ana"]), owned(4, [], ["@acme/web", "@x"])],
      "no person is known for the owners of src/4.ts (@acme/web, @x), so olga answers",
    ],
  ])("says why: %j", (paths, fact) => {
    expect(seat(paths)).toMatchObject({ because: [{ entry: "CODEOWNERS", fact }] });
  });
});

describe("the peer layer", () => {
  const asked = { layer: "peer", quorum: 1, delivery: "now" } as const;
  const asks: LayerAsk[] = [
    { ...asked, because: [{ entry: "chains.code", fact: "type is code" }] },
  ];

  it.each<[string, OwnedPaths[], string]>([
    ["code owners", [owned(1, ["kim"])], "kim"],
    ["an agent where no path has an owner", [], "codex"],
  ])("is answered by %s", (_, codeOwners, who) => {
    const roster: RosterEntry[] = [
      { id: "codex", kind: "agent", load: 0, department: "engineering" },
    ];
    const given = [assignmentOf(), barePolicy(FILE), roster] as const;
    const { drafts } = resolveLayers(asks, ...given, { codeOwners });
    expect(drafts).toMatchObject([{ id: "layer:peer", kind: "peer", who: [who] }]);
  });
});
