import { TaskLine } from "@countersign/api";
import { describe, expect, it } from "vitest";
import { type FactLine, toFactLine } from "../../data/line-facts.ts";
import { inboxRows, nearestTask, totalText } from "./inbox-rows.ts";
import { readInboxSearch } from "./inbox-search.ts";

const line = (task: string, given: Partial<FactLine> = {}): FactLine => ({
  ...toFactLine(
    TaskLine.parse({
      task,
      seq: 1,
      title: `Title of ${task}`,
      repo: "shop",
      state: "reviewing",
      turn: { holder: "person", who: "ana" },
      gate: "needs_fixes",
      priority: "P1",
      location: null,
      updatedMs: 0,
    }) as FactLine,
  ),
  ...given,
});
const view = { filter: "", order: "risk", closed: new Set<never>() } as const;
const names = (rows: ReturnType<typeof inboxRows>["rows"]) =>
  rows.map((row) => (row.is === "task" ? row.line.task : `# ${row.section} ${row.count}`));

describe("inboxRows", () => {
  const lines = [
    line("low", { risk: 2 }),
    line("ready", { gate: "pass" }),
    line("held", { state: "held" }),
    line("high", { risk: 8 }),
    line("failing", { risk: 1, gate: "fail" }),
    line("agent", { state: "rework", turn: { holder: "agent", who: "claude" } }),
  ];

  it("orders sections by turn, and tasks by gate, risk and age", () => {
    const { rows, own } = inboxRows(lines, "ana", view);
    expect(names(rows)).toEqual([
      "# held 1",
      "held",
      "# yours 3",
      "failing",
      "high",
      "low",
      "# ready 1",
      "ready",
      "# agents 1",
      "agent",
    ]);
    expect(own.map(({ task }) => task)).toEqual(["held", "failing", "high", "low", "ready"]);
  });

  it("lists tasks that came back to the person before their other tasks", () => {
    const again = { isReturned: true };
    const returned = [
      line("new"),
      line("again", again),
      line("again-ready", { ...again, gate: "pass" }),
      line("again-held", { ...again, state: "held" }),
      line("again-agent", { ...again, turn: { holder: "agent", who: "claude" } }),
    ];
    const { rows, own } = inboxRows(returned, "ana", view);
    expect(names(rows)).toEqual([
      ...["# held 1", "again-held"],
      ...["# returned 2", "again", "again-ready"],
      ...["# yours 1", "new"],
      ...["# agents 1", "again-agent"],
    ]);
    expect(own).toHaveLength(4);
  });

  it("counts the tasks of a closed section, and finds by words", () => {
    const closed = new Set(["yours"] as const);
    expect(names(inboxRows(lines, "ana", { ...view, closed }).rows)).toContain("# yours 3");
    const found = inboxRows(lines, "ana", { ...view, filter: "title READY repo:shop" });
    expect(names(found.rows)).toEqual(["# ready 1", "ready"]);
  });

  it("moves over the heads of sections", () => {
    const { rows } = inboxRows(lines, "ana", view);
    expect(nearestTask(rows, 2, 1)).toBe(3);
    expect(nearestTask(rows, 2, -1)).toBe(1);
    expect(nearestTask(rows, 0, -1)).toBe(1);
    expect(nearestTask([], 0, 1)).toBe(-1);
  });
});

describe("totalText", () => {
  it("sums up tasks and minutes", () => {
    expect(totalText([{ minutes: 4.4 }, { minutes: 13.4 }])).toBe("2 tasks, about 18 min");
    expect(totalText([])).toBe("0 tasks");
  });
});

describe("readInboxSearch", () => {
  it("keeps only what makes a view", () => {
    expect(readInboxSearch({ q: "repo:shop", order: "run", x: 1 })).toEqual({
      q: "repo:shop",
      order: "run",
    });
    expect(readInboxSearch({ q: "", order: "constructor" })).toEqual({});
  });
});
