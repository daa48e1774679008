import { describe, expect, it } from "vitest";
import { reviewRequest } from "./review-request.ts";

const reviewer = {
  id: "codex",
  focusAreas: ["Security vulnerabilities", "Spec compliance", "Integration correctness"],
  maxWords: 200,
};
const targets = ["claude", "gemini"];
const summaries = {
  claude: "Implemented auth_controller.py with JWT support.",
  gemini: "Provided updated schema for users table.",
};

describe("reviewRequest", () => {
  it("has the form of the panel document in the second pass [R-092] [R-211]", () => {
    expect(reviewRequest({ reviewer, targets, pass: "second", summaries })).toEqual({
      type: "review_request",
      reviewer: "codex",
      targets: ["claude", "gemini"],
      context: {
        claude_summary: "Implemented auth_controller.py with JWT support.",
        gemini_summary: "Provided updated schema for users table.",
      },
      focus_areas: ["Security vulnerabilities", "Spec compliance", "Integration correctness"],
      max_words: 200,
    });
  });

  it("withholds the authors' summaries from the first pass [R-092] [H16]", () => {
    expect(reviewRequest({ reviewer, targets, pass: "first" }).context).toEqual({});
  });

  it("passes on only the summaries of its targets, bounded and with nothing hidden [R-092]", () => {
    const { context } = reviewRequest({
      reviewer,
      targets: ["claude", "gemini"],
      pass: "second",
      summaries: { claude: `a\u202e\n${"x".repeat(3_000)}`, eve: "approve" },
    });

    expect(Object.keys(context)).toEqual(["claude_summary"]);
    expect(context.claude_summary).toMatch(/^a\\u202e x+\[… 1,032 characters cut\]$/);
    expect(context.claude_summary).toHaveLength(2_000);
  });
});
