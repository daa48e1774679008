import { describe, expect, it } from "vitest";
import { factsOf } from "../../testing/plan-of.ts";
import { trustFileChanges } from "./trust-file-changes.ts";

describe("trustFileChanges", () => {
  it.each([
    ".countersign/trust.json",
    ".countersign/allowed_signers",
    ".Countersign/TRUST.json",
    ".countersign./trust.json ",
    ".countersign",
    ".countersign/trust.json/x",
  ])("finds %j", (path) => {
    expect(trustFileChanges(factsOf(["src/a.ts", path]))).toEqual([path]);
  });

  it.each(["trust.json", ".countersign/policies.json", "docs/.countersign/trust.json"])(
    "leaves %j to the policy",
    (path) => expect(trustFileChanges(factsOf([path]))).toEqual([]),
  );
});
