import { describe, expect, it } from "vitest";
import { personsWords } from "./persons-words.ts";
import type { FeedbackEntry } from "./schema.ts";

function redo(fields: Partial<FeedbackEntry> = {}): FeedbackEntry {
  return { iteration: 2, timestamp: 0, by: "ana", decision: "redo", ...fields };
}

describe("personsWords", () => {
  it("writes issues and detail in the form of the modes document [R-161] [R-165]", () => {
    const words = redo({
      quickIssues: ["Tests incomplete"],
      customFeedback: "Add\none.",
    });

    expect(personsWords(words, 4_000)).toBe(`## Previous Review Feedback (Iteration 2)

The reviewer identified these issues:
- Tests incomplete

Detailed feedback:
> Add
> one.

Please address these concerns in this iteration.`);
  });

  it("has no list without issues", () => {
    expect(
      personsWords(redo({ quickIssues: [], customFeedback: "Add one." }), 4_000),
    ).toBe(`## Previous Review Feedback (Iteration 2)

Detailed feedback:
> Add one.

Please address these concerns in this iteration.`);
  });

  it("has no detail without a text", () => {
    expect(
      personsWords(redo({ quickIssues: ["a", "b"], customFeedback: " \n " }), 4_000),
    ).toBe(`## Previous Review Feedback (Iteration 2)

The reviewer identified these issues:
- a
- b

Please address these concerns in this iteration.`);
  });

  it.each([{}, { quickIssues: [] }, { quickIssues: [" "], customFeedback: "\n" }])(
    "is nothing without words: %j",
    (fields) => {
      expect(personsWords(redo(fields), 4_000)).toBeNull();
    },
  );

  it("counts the issues that do not fit", () => {
    const quickIssues = Array.from(
      { length: 20 },
      (_, index) => `issue ${index} ${"x".repeat(30)}`,
    );

    expect(personsWords(redo({ quickIssues }), 400)).toBe(`## Previous Review Feedback (Iteration 2)

The reviewer identified these issues:
- issue 0 ${"x".repeat(30)}
- issue 1 ${"x".repeat(30)}
- issue 2 ${"x".repeat(30)}
- issue 3 ${"x".repeat(30)}
- issue 4 ${"x".repeat(30)}
- [… 15 issues cut]

Please address these concerns in this iteration.`);
  });

  it.each([250, 400, 1_000, 5_000, 20_000])("is at most %i characters long", (maxChars) => {
    const quickIssues = Array.from({ length: 20 }, () => "y".repeat(200));
    const words = personsWords(
      redo({ quickIssues, customFeedback: "z\n".repeat(4_000) }),
      maxChars,
    );

    expect(words?.length).toBeLessThanOrEqual(maxChars);
    expect(words).toContain("Detailed feedback:\n> ");
  });
});
