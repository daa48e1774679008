import type { ForgeStatusView } from "@countersign/api";
import { describe, expect, it } from "vitest";
import { diagnoseForge } from "./check-forge.ts";

const REPOSITORY: ForgeStatusView["repositories"][number] = {
  ...{ repo: "shop", name: "acme/shop", installation: 5, polledMs: 0, problem: null },
  ...{ openChanges: 1, foreignChecks: [], gaps: [] },
};
const STATUS: ForgeStatusView = {
  ...{ host: "github.com", app: 7, problem: null, repositories: [REPOSITORY] },
  ...{ unlinked: [], pauses: [], accounts: [] },
};

function levels(status: Partial<ForgeStatusView>): string[] {
  return diagnoseForge({ ...STATUS, ...status }).map(({ level }) => level);
}

describe("diagnoseForge", () => {
  const gap = { is: "any_app", says: "anyone can set it", fix: "choose this app" } as const;
  const foreign = { number: 3, by: "app 9" };

  it.each<[string, Partial<ForgeStatusView>, string[]]>([
    ["no connection", { host: null }, []],
    ["rules without a gap", {}, ["ok", "ok"]],
    ["a forge that does not answer", { problem: "GitHub: no answer" }, ["fail"]],
    ["a gap in the rules", { repositories: [{ ...REPOSITORY, gaps: [gap] }] }, ["ok", "warn"]],
    [
      "a setting that does not fit the rules",
      { repositories: [{ ...REPOSITORY, hints: [{ says: "has a queue", fix: "use it" }] }] },
      ["ok", "ok", "warn"],
    ],
    ["unreadable rules", { repositories: [{ ...REPOSITORY, gaps: null }] }, ["ok", "warn"]],
    [
      "a check with our name by another app",
      { repositories: [{ ...REPOSITORY, foreignChecks: [foreign] }] },
      ["ok", "ok", "warn"],
    ],
  ])("reports %s", (_, status, expected) => {
    expect(levels(status)).toEqual(expected);
  });

  it("says what the gap means and how to close it", () => {
    const found = diagnoseForge({ ...STATUS, repositories: [{ ...REPOSITORY, gaps: [gap] }] });
    expect(found[1]).toMatchObject({ about: "acme/shop", says: gap.says, fix: gap.fix });
  });
});
