import { createTask, type Task, type TaskEvent } from "@countersign/core";
import { describe, expect, it } from "vitest";
import { ana, create, testContext } from "../../testing/task-commands.ts";
import { activityLines } from "./log-step.ts";

function tell(event: TaskEvent, over: Partial<Task> = {}) {
  const command = create("cs-1");
  if (command.type !== "create") throw new Error("another command");
  const { task } = createTask(command, testContext(ana));
  const before = { ...task, attempt: 2, ...over };
  const entries = [{ seq: 2, atMs: 1, by: "ana", event }];
  return activityLines({ org: "acme", before, after: before, entries, attempts: 3 });
}

const HOLD = {
  kind: "escalated",
  line: ["ana", "ben"],
  inTurn: "ana",
  deadlineMs: 9,
  question: null,
  offer: null,
  resume: null,
} as const;

describe("the activity of a step", () => {
  it("tells an approval with its prefix and attempt [R-220]", () => {
    expect(tell({ type: "approved", tree: "1".repeat(40), override: false })).toEqual([
      {
        event: "submitted_review_result",
        prefix: "[REVIEW-APPROVED]",
        fields: { org: "acme", task: "cs-1", actor: "ana", attempt: 2, limit: 3, round: undefined },
      },
    ]);
  });

  it.each([
    ["automatic", null, 3],
    ["person", null, 3],
    ["automatic", 5, 5],
  ] as const)(
    "tells a rejection (%s, granted %s) with attempt 2 of %i [R-220]",
    (cause, granted, limit) => {
      const event = { type: "rework_requested", cause, agent: null } as const;
      const told = tell({ ...event, leaseUntilMs: 1, rejectedBy: [] }, { attemptLimit: granted });

      expect(told).toMatchObject([
        {
          event: "submitted_review_result",
          prefix: "[REVIEW-REJECTED]",
          fields: { task: "cs-1", attempt: 2, limit, cause },
        },
      ]);
    },
  );

  it("tells a rejection for good, without the reason that somebody wrote", () => {
    const told = tell({ type: "rejected", reason: "because hunter2" });

    expect(told).toMatchObject([{ prefix: "[REVIEW-REJECTED]", fields: { cause: "rejected" } }]);
    expect(JSON.stringify(told)).not.toContain("hunter2");
  });

  it("tells an escalation with its reasons and who is in turn [R-220] [R-221]", () => {
    const reasons = [
      { code: "limit_attempts", about: null },
      { code: "blocker", about: "check:x" },
    ] as const;

    expect(tell({ type: "held", hold: { ...HOLD, reasons } })).toMatchObject([
      {
        level: "warn",
        event: "escalated_for_human_review",
        prefix: "[REVIEW-ESCALATION]",
        fields: { actor: "ana", attempt: 2, limit: 3, cause: "limit_attempts+blocker" },
      },
    ]);
  });

  it("tells a question to the author as no escalation, and other events not at all", () => {
    expect(tell({ type: "held", hold: { ...HOLD, kind: "clarify", reasons: [] } })).toEqual([]);
    expect(tell({ type: "reopened" })).toEqual([]);
  });
});
