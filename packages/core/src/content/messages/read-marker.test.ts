import { describe, expect, it } from "vitest";
import { readMarker } from "./read-marker.ts";

describe("readMarker", () => {
  it.each([
    ["REVIEW::SUBMIT task_id=5 chain_type=code", { act: "submit", task: "5", chainType: "code" }],
    ["REVIEW::SUBMIT task_id=5", { act: "submit", task: "5" }],
    ["REVIEW::SUBMIT chain_type=code task_id=5", { act: "submit", task: "5", chainType: "code" }],
    ["REVIEW::APPROVE task_id=5", { act: "approve", task: "5" }],
    ["REVIEW::APPROVE   task_id=ch-abc3", { act: "approve", task: "ch-abc3" }],
    [
      'REVIEW::REJECT task_id=5 feedback="Missing error handling"',
      { act: "reject", task: "5", feedback: "Missing error handling" },
    ],
    [
      String.raw`REVIEW::REJECT task_id=5 feedback="Say \"no\" to C:\temp and \\"`,
      {
        act: "reject",
        task: "5",
        feedback: String.raw`Say "no" to C:\temp and \ `.trim(),
      },
    ],
    [
      'REVIEW::REJECT task_id=5 feedback="a=b task_id=6 👩‍💻 é"',
      { act: "reject", task: "5", feedback: "a=b task_id=6 👩‍💻 é" },
    ],
    ["REVIEW::REJECT task_id=5", { act: "reject", task: "5", feedback: "Needs revision" }],
    [
      'REVIEW::REJECT task_id=5 feedback=" "',
      { act: "reject", task: "5", feedback: "Needs revision" },
    ],
  ])("reads %s [R-040] [R-202]", (line, action) => {
    expect(readMarker(line)).toEqual({ action: { ...action, form: "marker" } });
  });

  it.each([
    ["REVIEW::", "unknown_verb"],
    ["REVIEW::MERGE task_id=5", "unknown_verb"],
    ["REVIEW::approve task_id=5", "unknown_verb"],
    ["REVIEW::APPROVED task_id=5", "unknown_verb"],
    ["REVIEW::APPROVE\ttask_id=5", "unknown_verb"],
    ["REVIEW:: APPROVE task_id=5", "unknown_verb"],
    ["REVIEW::constructor task_id=5", "unknown_verb"],
    ["REVIEW::APPROVE", "missing_task_id"],
    ["REVIEW::SUBMIT chain_type=code", "missing_task_id"],
    ["REVIEW::APPROVE task_id=5 task_id=6", "duplicate_field"],
    ['REVIEW::REJECT task_id=5 feedback="a" feedback="b"', "duplicate_field"],
    ["REVIEW::APPROVE task_id=5 force=yes", "unknown_field"],
    ['REVIEW::APPROVE task_id=5 feedback="fine"', "unknown_field"],
    ["REVIEW::REJECT task_id=5 chain_type=code", "unknown_field"],
    ["REVIEW::APPROVE task_id=", "bad_field"],
    ["REVIEW::APPROVE task_id=#5", "bad_field"],
    ["REVIEW::APPROVE task_id=5, please", "bad_field"],
    ["REVIEW::APPROVE task_id=5.", "bad_task_id"],
    ["REVIEW::APPROVE task_id=5 ", "bad_field"],
    ["REVIEW::APPROVE task_id=5?", "bad_field"],
    ["REVIEW::APPROVE task_id=../5", "bad_field"],
    ["REVIEW::APPROVE task_id=５", "bad_field"],
    ["REVIEW::APPROVE task_id=-5", "bad_task_id"],
    ['REVIEW::APPROVE task_id="5"', "bad_task_id"],
    [`REVIEW::APPROVE task_id=${"5".repeat(65)}`, "bad_task_id"],
    ['REVIEW::SUBMIT task_id=5 chain_type="code"', "bad_chain_type"],
    ["REVIEW::SUBMIT task_id=5 chain_type=-code", "bad_chain_type"],
    ["REVIEW::REJECT task_id=5 feedback=slow", "bad_feedback"],
    ['REVIEW::REJECT task_id=5 feedback="a\u0007b"', "bad_feedback"],
    ['REVIEW::REJECT task_id=5 feedback="a\u202eb"', "bad_feedback"],
    ['REVIEW::REJECT task_id=5 feedback="a\ud800b"', "bad_feedback"],
    [`REVIEW::REJECT task_id=5 feedback="${"a".repeat(20_001)}"`, "bad_feedback"],
    ['REVIEW::REJECT task_id=5 feedback="open', "bad_field"],
    [String.raw`REVIEW::REJECT task_id=5 feedback="open\"`, "bad_field"],
    ['REVIEW::REJECT task_id=5 feedback="a"b', "bad_field"],
    [" REVIEW::APPROVE task_id=5", "indented"],
    ["+REVIEW::APPROVE task_id=5", "in_diff"],
    ['"REVIEW::APPROVE task_id=5"', "in_json"],
    ["`REVIEW::APPROVE task_id=5`", "in_code"],
    ["Not REVIEW::APPROVE task_id=5", "not_whole_line"],
  ])("does not accept %j", (line, reason) => {
    expect(readMarker(line)).toEqual({ reason });
  });

  it.each(["", "review::approve task_id=5", "REVIEW:APPROVE", "ＲEVIEW::APPROVE task_id=5"])(
    "has nothing to say of %j",
    (line) => {
      expect(readMarker(line)).toBeNull();
    },
  );
});
