import { describe, expect, it } from "vitest";
import { readSentence } from "./read-sentence.ts";

describe("readSentence", () => {
  it.each([
    ["self-review complete task #5", "5"],
    ["self review complete for task #5", "5"],
    ["Self-Review Complete For Task #12345.", "12345"],
    ["approved task #5", "5"],
    ["Approved task #5!", "5"],
    ["APPROVED TASK ch-abc3", "ch-abc3"],
    ["approved task bd-a3f8.1.", "bd-a3f8.1"],
  ])("takes %j for an approval [R-200] [R-201]", (line, task) => {
    expect(readSentence(line)).toEqual({
      action: { act: "approve", task, form: "sentence" },
    });
  });

  it.each([
    ["needs revision on task #5", "5"],
    ["Needs revision on task cs-4f2k.", "cs-4f2k"],
  ])("takes %j for a rejection [R-201]", (line, task) => {
    expect(readSentence(line)).toEqual({
      action: {
        act: "reject",
        task,
        feedback: "Needs revision",
        form: "sentence",
      },
    });
  });

  it.each([
    ["I have not approved task #5", "negated"],
    ["I have **not** approved task #5 yet", "negated"],
    ["not approved task #5", "negated"],
    ["disapproved task #5", "negated"],
    ["unapproved task #5", "negated"],
    ["Nobody approved task #5", "negated"],
    ["I haven't approved task #5", "negated"],
    ["I haven’t approved task #5", "negated"],
    ["approved task #5, not", "negated"],
    ["approved task #5?", "question"],
    ["Have you approved task #5?", "question"],
    ['"approved task #5"', "in_quote"],
    ["'approved task #5'", "in_quote"],
    ["“approved task #5”", "in_quote"],
    ["`approved task #5`", "in_quote"],
    ['const message = "approved task #5";', "not_whole_line"],
    ["If tests pass, approved task #5", "not_whole_line"],
    ["approved task #5 if tests pass", "not_whole_line"],
    ["This will be approved task #5", "not_whole_line"],
    ["will be approved task #5", "not_whole_line"],
    ["Bob said he approved task #5", "not_whole_line"],
    ["Bob: approved task #5", "not_whole_line"],
    ["- approved task #5", "not_whole_line"],
    ["> approved task #5", "not_whole_line"],
    [" approved task #5", "not_whole_line"],
    ["approved task #5 and task #6", "not_whole_line"],
    ["approved task #5 but fix it", "not_whole_line"],
    ["approved task #5...", "not_whole_line"],
    ["approved  task #5", "not_whole_line"],
    ["approved task 5", "not_whole_line"],
    ["approved task #", "not_whole_line"],
    ["approved task #-5", "not_whole_line"],
    ["approved task #5x", "not_whole_line"],
    [`approved task #${"5".repeat(19)}`, "not_whole_line"],
    ["approved task #５", "not_whole_line"],
    ["approved tas\u212a #5 task", "not_whole_line"],
    ["approved\u00a0task #5", "not_whole_line"],
    ["approved task #5\u200b", "not_whole_line"],
    ["approved task #5\n", "not_whole_line"],
    ["self-review complete on task #5", "not_whole_line"],
    ["self–review complete task #5", "not_whole_line"],
    ["needs revision task #5", "not_whole_line"],
    ["the task needs revision", "not_whole_line"],
  ])("only suggests %j [D3] [H3]", (line, reason) => {
    expect(readSentence(line)).toEqual({ reason });
  });

  it.each(["", "task #5", "I approve task #5", "аpproved task #5", "approved tаsk #5", "done"])(
    "has nothing to say of %j",
    (line) => {
      expect(readSentence(line)).toBeNull();
    },
  );

  it("does not take a long s for an s", () => {
    expect(readSentence("approved ta\u017fk #5")).toBeNull();
    expect(readSentence("need\u017f revision on task #5")).toBeNull();
  });
});
