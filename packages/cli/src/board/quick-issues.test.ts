import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { confirmBatchHere, notifyHere, quickIssuesHere } from "./quick-issues.ts";

const directory = mkdtempSync(join(tmpdir(), "countersign-board-"));
execFileSync("git", ["init", "--quiet", directory]);
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const context = { directory, env: {} };

it("takes the board's settings from the configuration here", async () => {
  const config = {
    feedback: { quickIssues: ["Too long"] },
    modes: { confirmBatch: "unread" },
    notify: { yourTurn: ["osc9"] },
  };
  writeFileSync(join(directory, "countersign.json"), JSON.stringify(config));

  expect(await quickIssuesHere(context)).toEqual(["Too long"]);
  expect(await confirmBatchHere(context)).toBe("unread");
  expect(await notifyHere(context)).toMatchObject({ yourTurn: ["osc9"] });
});

it("falls back to the defaults where the configuration cannot be read", async () => {
  writeFileSync(join(directory, "countersign.json"), "{");

  expect(await quickIssuesHere(context)).toContain("Tests incomplete");
  expect(await confirmBatchHere(context)).toBe("never");
});
