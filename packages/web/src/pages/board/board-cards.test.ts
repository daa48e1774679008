import { TaskLine } from "@countersign/api";
import { describe, expect, it } from "vitest";
import { type FactLine, toFactLine } from "../../data/line-facts.ts";
import { boardColumns, moveBoardCursor } from "./board-cards.ts";

const line = (task: string, given: Partial<FactLine> = {}): FactLine => ({
  ...toFactLine(
    TaskLine.parse({
      task,
      seq: 1,
      title: task,
      repo: "shop",
      state: "reviewing",
      turn: { holder: "person", who: "ana" },
      gate: "pass",
      priority: "P1",
      location: null,
      updatedMs: 0,
    }) as FactLine,
  ),
  ...given,
});

const COUNTS = {
  open: 1,
  in_progress: 0,
  reviewing: 2,
  rework: 0,
  held: 0,
  approved: 1,
  merging: 0,
  done: 7,
  rejected: 0,
};

const columns = boardColumns(
  [
    line("later"),
    line("mine"),
    line("todo", { state: "open" }),
    line("waits", { state: "approved" }),
    line("old", { state: "done", updatedMs: 1 }),
    line("new", { state: "done", updatedMs: 2 }),
  ],
  { items: [line("mine")], counts: COUNTS },
);

describe("boardColumns", () => {
  it("puts the person's tasks first, and an approved task whose merge waits beside them", () => {
    expect(columns.map(({ cards }) => cards.map(({ task }) => task))).toEqual([
      ["todo"],
      [],
      ["mine", "later", "waits"],
      ["new", "old"],
    ]);
    expect(columns.map(({ count }) => count)).toEqual([1, 0, 3, 7]);
  });
});

describe("moveBoardCursor", () => {
  it("stops at the ends, and crosses an empty column", () => {
    const mine = { column: "reviewing", task: "mine" } as const;
    expect(moveBoardCursor(columns, mine, { cards: 1 }).task).toBe("later");
    expect(moveBoardCursor(columns, mine, { cards: 9 }).task).toBe("waits");
    const left = moveBoardCursor(columns, mine, { columns: -1 });
    expect(left).toEqual({ column: "progress", task: "" });
    expect(moveBoardCursor(columns, left, { columns: -1 }).task).toBe("todo");
  });
});
