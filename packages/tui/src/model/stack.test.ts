import { describe, expect, it } from "vitest";
import { FIRST_STACK, frontFrame, moveStack, type PanelEvent } from "./stack.ts";

function after(...events: readonly PanelEvent[]): string {
  return frontFrame(events.reduce(moveStack, FIRST_STACK)).id;
}

const several: PanelEvent = { type: "START_REVIEW", pending: 5 };
const one: PanelEvent = { type: "START_REVIEW", pending: 1 };
const redo: PanelEvent = { type: "OPEN", panel: "redo" };
const back: PanelEvent = { type: "BACK" };

describe("which panel is open", () => {
  it("begins with the board, and without anything to review stays there", () => {
    expect(after()).toBe("board");
    expect(after({ type: "START_REVIEW", pending: 0 })).toBe("board");
  });

  it("opens one task directly and several with the summary [R-171] [R-176]", () => {
    expect(after(one)).toBe("single");
    expect(after(several)).toBe("summary");
  });

  it("goes from the summary to the tasks and back [R-176]", () => {
    expect(after(several, { type: "START_ONE_BY_ONE" })).toBe("task");
    expect(after(several, { type: "JUMP_TO_TASK" })).toBe("task");
    expect(after(several, { type: "START_ONE_BY_ONE" }, back)).toBe("summary");
    expect(after(several, back)).toBe("board");
  });

  it("returns from the redo form to the panel that it came from [R-176] [D8]", () => {
    expect(after(one, redo, back)).toBe("single");
    expect(after(several, { type: "START_ONE_BY_ONE" }, redo, back)).toBe("task");
    expect(after(one, { type: "OPEN", panel: "diff" }, redo, back)).toBe("diff");
    expect(after(one, { type: "OPEN", panel: "diff" }, redo, back, back)).toBe("single");
  });

  it("shows the next task after a decision, and the board after the last or the only one [R-176]", () => {
    const task: PanelEvent = { type: "START_ONE_BY_ONE" };
    expect(after(several, task, { type: "DECIDED", left: 4 })).toBe("task");
    expect(after(several, task, { type: "DECIDED", left: 0 })).toBe("board");
    expect(after(several, task, redo, { type: "DECIDED", left: 2 })).toBe("task");
    expect(after(one, { type: "DECIDED", left: 0 })).toBe("board");
    expect(after(one, redo, { type: "DECIDED", left: 3 })).toBe("board");
  });
});
