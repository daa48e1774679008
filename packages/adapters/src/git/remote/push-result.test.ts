import { describe, expect, it } from "vitest";
import { readPushOutcome } from "./push-result.ts";

const COMMIT = "a".repeat(40);
const line = (flag: string, summary: string) =>
  `To https://host/acme/shop.git\n${flag}\t${COMMIT}:refs/heads/main\t${summary}\nDone\n`;

describe("readPushOutcome", () => {
  it.each([
    [" ", "1111111..2222222"],
    ["+", "1111111...2222222 (forced update)"],
    ["*", "[new branch]"],
    ["=", "[up to date]"],
  ])("reads the flag %j as a push that was carried out", (flag, summary) => {
    expect(readPushOutcome(line(flag, summary), "", COMMIT)).toEqual({
      outcome: "requested",
      commit: COMMIT,
    });
  });

  it.each([
    "[rejected] (stale info)",
    "[rejected] (fetch first)",
    "[remote rejected] (cannot lock ref 'refs/heads/main': is at 2 but expected 1)",
    "[remote rejected] (failed to update ref)",
    "[remote rejected] (reference already exists)",
  ])("reads %s as a ref that moved", (summary) => {
    expect(readPushOutcome(line("!", summary), "", COMMIT)?.outcome).toBe("head_moved");
  });

  it("quotes the rule of a server that refuses, on one line and without control characters", () => {
    const remote =
      "remote: error: GH013: Repository rule violations\u001b[31m\nremote: Cannot update\n";
    expect(readPushOutcome(line("!", "[remote rejected] (declined)"), remote, COMMIT)).toEqual({
      outcome: "not_mergeable",
      detail:
        "[remote rejected] (declined) · error: GH013: Repository rule violations [31m · Cannot update",
    });
  });

  it("bounds the quoted text", () => {
    const outcome = readPushOutcome(
      line("!", "[remote rejected] (no)"),
      `remote: ${"x".repeat(9_000)}`,
      COMMIT,
    );
    expect(outcome).toMatchObject({ detail: expect.stringMatching(/^.{500}$/) });
  });

  it("does not know the outcome if the server did not report one", () => {
    const summary = "[remote failure] (remote failed to report status)";
    expect(readPushOutcome(line("!", summary), "", COMMIT)?.outcome).toBe("unknown");
    expect(readPushOutcome("", "", COMMIT)).toBeNull();
  });
});
