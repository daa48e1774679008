import type { ForgeStatusView } from "@countersign/api";
import { describe, expect, it } from "vitest";
import { forgeStatusText } from "./forge-status-text.ts";

const STYLE = { width: 100, ascii: false, paint: (_: string, text: string) => text };
const REPOSITORY: ForgeStatusView["repositories"][number] = {
  ...{ repo: "shop", name: "acme/shop", installation: 5, polledMs: null, problem: null },
  ...{ openChanges: 1, foreignChecks: [], gaps: [] },
};
const STATUS: ForgeStatusView = {
  ...{ host: "github.com", app: 7, problem: null, repositories: [REPOSITORY] },
  ...{ unlinked: [], pauses: [], accounts: [] },
};

function text(status: Partial<ForgeStatusView>): string {
  return forgeStatusText({ ...STATUS, ...status }, STYLE, 1_000);
}

describe("forgeStatusText", () => {
  const linked = { account: 42, login: "ana-dev", person: "ana", how: "admin" } as const;

  it.each<[string, Partial<ForgeStatusView>, string]>([
    ["how to connect", { host: null }, "countersign github setup"],
    ["the app", {}, "App 7 on github.com"],
    ["a repository that was not read yet", {}, "1 pull request  not read yet"],
    ["how to begin", { repositories: [] }, "No repository is linked."],
    ["what to add", { unlinked: ["acme/web"] }, "countersign github add acme/web"],
    ["why GitHub is silent", { problem: "no answer" }, "no answer"],
    ["a pause", { pauses: [{ installation: 5, untilMs: 31_000 }] }, "to pause for 30 s"],
    ["that no account is linked", {}, "reviews on GitHub are only noted"],
    ["a linked account", { accounts: [linked] }, "ana is 42 (ana-dev)"],
    [
      "an account of a sign-in",
      { accounts: [{ ...linked, login: null, how: "signIn" }] },
      "ana is 42, by sign-in",
    ],
    [
      "unreadable rules",
      { repositories: [{ ...REPOSITORY, gaps: null }] },
      "acme/shop: the branch rules cannot be read",
    ],
    [
      "a setting that does not fit the rules",
      { repositories: [{ ...REPOSITORY, hints: [{ says: "main has a merge queue", fix: "" }] }] },
      "acme/shop: main has a merge queue",
    ],
    [
      "a foreign check",
      { repositories: [{ ...REPOSITORY, foreignChecks: [{ number: 3, by: "app 9" }] }] },
      "pull request 3 has a check with our name by app 9",
    ],
    [
      "a failed poll",
      { repositories: [{ ...REPOSITORY, problem: "GitHub: 502" }] },
      "acme/shop: GitHub: 502",
    ],
  ])("says %s", (_, status, expected) => {
    expect(text(status)).toContain(expected);
  });

  it("shows no control characters of names that others chose", () => {
    const name = "acme/\u001b[31mred";
    expect(text({ repositories: [{ ...REPOSITORY, name }] })).not.toContain("\u001b");
  });
});
