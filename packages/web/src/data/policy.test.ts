import { describe, expect, it } from "vitest";
import { readPolicyFacts } from "./policy.ts";

describe("readPolicyFacts", () => {
  it("reads the quick issues and the merge strategy", () => {
    const policy = { feedback: { quickIssues: ["Tests incomplete"] }, merge: { strategy: "none" } };
    expect(readPolicyFacts({ policy })).toEqual({
      quickIssues: ["Tests incomplete"],
      strategy: "none",
    });
  });

  it.each([{}, { feedback: null, merge: { strategy: "teleport" } }, { merge: "none" }])(
    "knows nothing of %j",
    (policy) => {
      expect(readPolicyFacts({ policy })).toEqual({ quickIssues: [], strategy: null });
    },
  );
});
