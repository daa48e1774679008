import { TaskLine } from "@countersign/api";
import { taskColumn } from "@countersign/review";
import { describe, expect, it } from "vitest";
import { NO_DATA } from "../data/data.ts";
import { countTasks, pendingTasks } from "./tasks.ts";

const LINE = TaskLine.parse({
  task: "cs-a",
  seq: 9,
  title: "Work",
  repo: "shop",
  state: "reviewing",
  turn: { holder: "person", who: "ana" },
  gate: "pass",
  priority: "P1",
  location: null,
  updatedMs: 0,
});

describe("an approved task whose merge waits for a person", () => {
  it("stands and counts in the column of reviews, not among what is done", () => {
    const waiting: TaskLine = { ...LINE, state: "approved" };
    const counts = { ...NO_DATA.counts, reviewing: 1, approved: 2, done: 10 };
    const data = { ...NO_DATA, counts, lines: new Map([[waiting.task, waiting]]) };

    expect(taskColumn(waiting)).toBe("reviewing");
    expect(taskColumn({ ...waiting, turn: { holder: "engine", who: null } })).toBe("done");
    expect([countTasks({ data }, "reviewing"), countTasks({ data }, "done")]).toEqual([2, 11]);
  });

  it("has nothing to decide, though its merge waits for the person", () => {
    const waiting: TaskLine = { ...LINE, task: "cs-b", state: "approved" };
    const lines = new Map([LINE, waiting].map((line) => [line.task, line]));
    const data = { ...NO_DATA, me: "ana", lines, inbox: ["cs-a", "cs-b"] };

    expect(pendingTasks({ data, sent: new Set() })).toEqual([LINE]);
  });
});
