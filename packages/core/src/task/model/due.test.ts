import { describe, expect, it } from "vitest";
import { dueMs } from "./due.ts";
import type { Task } from "./state.ts";

const lease = { is: "in_progress", agent: "codex", leaseUntilMs: 4_000 } as const;

function due(phase: object, checkup: object | null = null): number | null {
  return dueMs({ phase, checkup } as Pick<Task, "phase" | "checkup">);
}

describe("a task's deadline", () => {
  it.each([
    { is: "reviewing", deadlineMs: 2_000, person: null },
    { is: "held", deadlineMs: 2_000, kind: "escalation" },
    { is: "merging", deadlineMs: 2_000 },
  ])("is that of its phase while it is $is", (phase) => {
    expect(due(phase)).toBe(2_000);
  });

  it("is the end of the lease, or of a checkup that ends before it", () => {
    expect(due(lease)).toBe(4_000);
    expect(due(lease, { deadlineMs: 3_000 })).toBe(3_000);
    expect(due(lease, { deadlineMs: 5_000 })).toBe(4_000);
  });

  it("is none once nobody holds the lease, so that it does not end again and again", () => {
    expect(due({ is: "rework", agent: null, leaseUntilMs: 4_000 })).toBeNull();
  });

  it.each(["open", "approved", "done", "rejected"])("is none while it is %s", (is) => {
    expect(due({ is })).toBeNull();
  });
});
