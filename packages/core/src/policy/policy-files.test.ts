import { describe, expect, it } from "vitest";
import { policyFileMatcher, resolvePath } from "./policy-files.ts";

describe("resolvePath", () => {
  it.each([
    ["config/base.json", "config/base.json"],
    ["./config//base.json", "config/base.json"],
    ["config/old/../base.json", "config/base.json"],
    ["../base.json", null],
    ["config/../../base.json", null],
    ["/etc/base.json", null],
    [".", null],
  ])("resolves %s to %s", (path, resolved) => {
    expect(resolvePath(path)).toBe(resolved);
  });
});

describe("policyFileMatcher", () => {
  const isPolicy = policyFileMatcher(["./config/base.json", "../outside.json"]);

  it.each([
    "countersign.jsonc",
    "countersign.json",
    "countersign.yaml",
    "countersign.yml",
    ".countersign/rules.json",
    ".countersign/anything/else",
    "config/base.json",
  ])("matches %s, which is read as policy", (path) => {
    expect(isPolicy(path)).toBe(true);
  });

  it.each([
    ["a folder replaced by a file", ".countersign"],
    ["the folder of a base replaced by a link", "config"],
    ["a file replaced by a folder", "countersign.yaml/readme.md"],
    ["another case", "Countersign.JSON"],
    ["another case of a folder", ".CounterSign/rules.json"],
    ["a letter that folds to another", "counter\u017fign.json"],
    ["an invisible character", "counter\u200csign.json"],
    ["a dot at the end", "countersign.json. ."],
    ["a space at the end of a folder", ".countersign /rules.json"],
    ["a base in another case", "CONFIG/Base.json"],
  ])("matches %s: %j", (_what, path) => {
    expect(isPolicy(path)).toBe(true);
  });

  it.each([
    "src/countersign.json",
    "countersign.json5",
    "config/other.json",
    "configuration",
    "outside.json",
    ".countersigned/rules.json",
    "...",
  ])("leaves %s alone", (path) => {
    expect(isPolicy(path)).toBe(false);
  });
});
