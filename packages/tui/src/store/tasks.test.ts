import type { TaskLine } from "@countersign/api";
import { describe, expect, it } from "vitest";
import { columnOf, NO_DATA } from "./data.ts";
import { countOf, pendingOf } from "./tasks.ts";

const LINE: TaskLine = {
  task: "cs-a",
  seq: 9,
  title: "Work",
  repo: "shop",
  state: "reviewing",
  turn: { holder: "person", who: "ana" },
  gate: "pass",
  priority: "P1",
  updatedMs: 0,
};

describe("a task that is approved and not merged yet", () => {
  it("stands and counts in the column of reviews, not among what is done", () => {
    const counts = { ...NO_DATA.counts, reviewing: 1, approved: 2, merging: 3, done: 10 };
    const data = { ...NO_DATA, counts };

    expect([columnOf("approved"), columnOf("merging"), columnOf("done")]).toEqual([
      "reviewing",
      "reviewing",
      "done",
    ]);
    expect([countOf({ data }, "reviewing"), countOf({ data }, "done")]).toEqual([6, 10]);
  });

  it("has nothing to decide, though its merge waits for the person", () => {
    const waiting: TaskLine = { ...LINE, task: "cs-b", state: "approved" };
    const lines = new Map([LINE, waiting].map((line) => [line.task, line]));
    const data = { ...NO_DATA, me: "ana", lines, inbox: ["cs-a", "cs-b"] };

    expect(pendingOf({ data, sent: new Set() })).toEqual([LINE]);
  });
});
