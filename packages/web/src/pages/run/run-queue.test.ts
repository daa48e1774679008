import { TaskLine } from "@countersign/api";
import { describe, expect, it } from "vitest";
import { type FactLine, toFactLine } from "../../data/line-facts.ts";
import {
  leftText,
  neighbourInRun,
  nextInRun,
  readRunSearch,
  runTasks,
  syncRunQueue,
  type WaitingTasks,
} from "./run-queue.ts";

const line = (task: string, risk: number, minutes = 4): FactLine => ({
  ...toFactLine(
    TaskLine.parse({
      ...{ task, seq: 1, title: task, repo: "shop", state: "reviewing", gate: null },
      ...{ turn: { holder: "person", who: "ana" }, priority: "P2", updatedMs: 0 },
    }),
  ),
  risk,
  minutes,
});

const waitingTasks = (...lines: FactLine[]): WaitingTasks =>
  new Map(lines.map((one) => [one.task, one]));

describe("the queue of a run", () => {
  it("starts where a minute of review avoids the most loss", () => {
    const queue = syncRunQueue(
      [],
      waitingTasks(line("low", 1), line("high", 9), line("mid", 5)),
      null,
    );
    expect(queue).toEqual(["high", "mid", "low"]);
  });

  it("keeps the announced order when tasks are decided and others arrive", () => {
    const queue = ["a", "b", "c"];
    const waiting = waitingTasks(line("c", 1), line("b", 1), line("new", 9));
    expect(syncRunQueue(queue, waiting, "a")).toEqual(["a", "b", "c", "new"]);
    expect(syncRunQueue(queue, waiting, "b")).toEqual(["b", "c", "new"]);
  });

  it("is the same object while nothing changes, so that the page is not drawn again", () => {
    const queue = ["a", "b"];
    expect(syncRunQueue(queue, waitingTasks(line("b", 1), line("a", 1)), "a")).toBe(queue);
  });

  it("goes from the last task to the first that is left, and then ends", () => {
    expect(nextInRun(["a", "b", "c"], "b")).toBe("c");
    expect(nextInRun(["a", "b", "c"], "c")).toBe("a");
    expect(nextInRun(["c"], "c")).toBeNull();
    expect(neighbourInRun(["a", "b"], "b", 1)).toBeNull();
    expect(neighbourInRun(["a", "b"], "b", -1)).toBe("a");
  });

  it("goes from a task that is not in it to the first", () => {
    expect(neighbourInRun(["a", "b"], "elsewhere", 1)).toBe("a");
    expect(neighbourInRun(["a", "b"], "elsewhere", -1)).toBeNull();
  });

  it("has the tasks that wait for a decision of the person and match the filter", () => {
    const other: FactLine = { ...line("other", 1), turn: { holder: "person", who: "bea" } };
    const merge: FactLine = { ...line("merge", 1), state: "approved" };
    const tasks = [line("a", 1), other, line("b", 1), merge];
    expect(runTasks(tasks, "ana", "").map(({ task }) => task)).toEqual(["a", "b"]);
    expect(runTasks(tasks, "ana", "b").map(({ task }) => task)).toEqual(["b"]);
  });

  it("counts down", () => {
    expect(leftText([line("a", 1), line("b", 1, 27)])).toBe("2 left, about 31 min");
    expect(leftText([])).toBe("0 left");
  });

  it("reads its address without trust", () => {
    expect(readRunSearch({ task: 5, q: 7, evil: "x" })).toEqual({ q: "7" });
  });
});
