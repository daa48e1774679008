import { describe, expect, it } from "vitest";
import { factsOf, fileOf } from "../../testing/plan-of.ts";
import { policyOf } from "../../testing/policy-of.ts";
import { protectedPaths } from "./protected-paths.ts";

const entries = policyOf().trust.protected;

describe("protectedPaths", () => {
  it.each([
    "countersign.json",
    ".countersign/rules.json",
    ".github/workflows/ci.yml",
    "docs/CODEOWNERS",
  ])("protects %s by default", (path) => {
    expect(protectedPaths(factsOf([path, "src/a.ts"]), entries)).toEqual([path]);
  });

  it("counts a rename with both names, so that nothing is moved away unseen [H20]", () => {
    const moved = fileOf("old/ci.yml", { oldPath: ".github/ci.yml", status: "renamed" });

    expect(protectedPaths(factsOf([moved]), entries)).toEqual([".github/ci.yml"]);
  });

  it("lists each path once, sorted", () => {
    const facts = factsOf([".github/b", "countersign.json", ".github/a"]);

    expect(protectedPaths(facts, [...entries, ".github/a"])).toEqual([
      ".github/a",
      ".github/b",
      "countersign.json",
    ]);
  });

  it("protects a key of a file and not the rest of it", () => {
    const changed = factsOf(["package.json"], { changedKeys: ["package.json#scripts"] });

    expect(protectedPaths(changed, entries)).toEqual(["package.json#scripts"]);
    expect(protectedPaths(factsOf(["package.json"]), entries)).toEqual([]);
  });

  it.each([
    ["web/package.json#scripts", ["**/package.json#scripts"], true],
    ["we#b/package.json#scripts", ["**/package.json#scripts"], true],
    ["web/package.json#scripts", ["package.json#scripts"], false],
    ["package.json#name", ["package.json#scripts"], false],
    ["package.json#scripts", ["package.json"], false],
    ["package.json#scripts", ["tsconfig.json#scripts", "package.json#scripts"], true],
  ])("matches the key %s against %j: %s", (key, patterns, hit) => {
    const facts = factsOf([], { changedKeys: [key] });

    expect(protectedPaths(facts, patterns)).toEqual(hit ? [key] : []);
  });
});
