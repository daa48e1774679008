import { describe, expect, it } from "vitest";
import { feedbackFile } from "./schema.ts";

describe("feedbackFile", () => {
  it("has exactly the fields of the modes document, oldest first [R-164] [R-236] [D11]", () => {
    const file = feedbackFile("ch-abc3", [
      {
        iteration: 1,
        timestamp: 10,
        by: "ana",
        decision: "redo",
        quickIssues: ["Tests incomplete"],
        customFeedback: "Add one.",
        redoOption: "keep",
        priorityChange: "bump",
      },
      {
        iteration: 2,
        timestamp: 20,
        by: "ben",
        decision: "rejected",
        rejectReason: "No.",
      },
    ]);

    expect(JSON.stringify(file)).toBe(
      '{"taskId":"ch-abc3","history":[{"iteration":1,"timestamp":10,"decision":"redo","quickIssues":["Tests incomplete"],"customFeedback":"Add one.","redoOption":"keep","priorityChange":"bump"},{"iteration":2,"timestamp":20,"decision":"rejected","rejectReason":"No."}]}',
    );
  });

  it("is an empty history for a task without feedback", () => {
    expect(feedbackFile("ch-abc3", [])).toEqual({
      taskId: "ch-abc3",
      history: [],
    });
  });
});
