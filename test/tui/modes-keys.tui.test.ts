import { describe, it } from "vitest";
import { walkKeys } from "./walk-keys.ts";

describe("every key of the modes document", () => {
  it("does what its table says, in a real terminal [R-175] [R-177]", async () => {
    await walkKeys([
      ["R", "REVIEW SUMMARY"],
      ["Esc", "Press [R] to review"],
      ["r", "REVIEW SUMMARY"],
      ["3", "[3/5] ch-abc3"],
      ["Esc", "REVIEW SUMMARY"],
      ["g", /> 1 {2}ch-abc1/],
      ["Enter", "[1/5] ch-abc1"],
      ["N", "[2/5] ch-abc2"],
      ["P", "[1/5] ch-abc1"],
      ["D", "DIFF  ch-abc1"],
      ["Esc", "REVIEW TASK"],
      ["X", "It ends without a merge."],
      ["Esc", "REVIEW TASK"],
      ["R", "REDO WITH FEEDBACK"],
      ["Esc", "REVIEW TASK"],
      ["A", "APPROVED ch-abc1"],
      ["Esc", "REVIEW SUMMARY"],
      ["1", "[1/4] ch-abc2"],
      ["D", "DIFF  ch-abc2"],
      ["v", "read 100%"],
      ["Esc", "REVIEW TASK"],
      ["Esc", "Auto-approvable: 1"],
      ["3", "[3/4] ch-abc4"],
      ["D", "DIFF  ch-abc4"],
      ["v", "read 100%"],
      ["Esc", "REVIEW TASK"],
      ["Esc", "Auto-approvable: 2"],
      ["A", "2 approved: ch-abc2, ch-abc4"],
      ["Esc", "Reviewing 2"],
      ["S", "SPRINT PLANNING"],
      ["Esc", "Reviewing 2"],
    ]);
  });
});
