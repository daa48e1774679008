import { afterEach, describe, expect, it } from "vitest";
import { frontPanel } from "../model/panel-state.ts";
import { frontFrame } from "../model/stack.ts";
import { boardState } from "../panels/board/board-state.ts";
import { diffState } from "../panels/diff/diff-state.ts";
import { type Lab, openLab } from "../testing/open-lab.ts";
import { TOUR_SAMPLES } from "../tour/sample-others.ts";

let lab: Lab;
afterEach(() => lab.close());

const panel = () => frontPanel(lab.model());

/** Where a text stands on the screen, so many cells into it. */
function placeOf(text: string, into = 0): { column: number; row: number } {
  const row = lab.lines().findIndex((line) => line.includes(text));
  const column = lab.lines()[row]?.indexOf(text) ?? -1;
  if (column === -1) throw new Error(`There is no ${text} on\n${lab.screen()}`);
  return { column: column + into, row };
}

async function click(text: string, into = 0): Promise<void> {
  lab.program.send({ type: "pointed", event: { is: "press", ...placeOf(text, into) } });
  await lab.settle();
}

async function turn(is: "up" | "down", text: string): Promise<void> {
  lab.program.send({ type: "pointed", event: { is, ...placeOf(text) } });
  await lab.settle();
}

async function doubleClick(text: string): Promise<void> {
  await click(text);
  await click(text);
}

describe("the mouse on the board", () => {
  it.each([
    { columns: 80, rows: 24 },
    { columns: 120, rows: 40 },
  ])("selects the card that is clicked, in any of its lines, at $columns columns", async (size) => {
    lab = await openLab({ size });
    await click("ch-abc3");
    expect(boardState.of(lab.model()).selected.reviewing).toBe("ch-abc3");
    await click("Fix login bug");
    expect(boardState.of(lab.model()).selected.reviewing).toBe("ch-abc2");
    await click("Open 0");
    expect(boardState.of(lab.model()).column).toBe("reviewing");
  });

  it("opens a card with two clicks, and not with two slow ones", async () => {
    lab = await openLab();
    await click("ch-abc2 ");
    await lab.pass(1_000);
    await click("ch-abc2 ");
    expect(panel()).toBe("board");
    await doubleClick("ch-abc2 ");
    expect(panel()).toBe("single");
    expect(lab.model().review.current).toBe("ch-abc2");
  });

  it("moves with the wheel in the column under the pointer", async () => {
    lab = await openLab();
    await turn("down", "Rate limiting");
    expect(boardState.of(lab.model()).selected.reviewing).toBe("ch-abc2");
    await turn("up", "Rate limiting");
    expect(boardState.of(lab.model()).selected.reviewing).toBe("ch-abc1");
  });

  it("presses the key whose sign is clicked, on it or on its word", async () => {
    lab = await openLab();
    await click("[R] review");
    expect(panel()).toBe("summary");
    await click("[Esc] Cancel", 7);
    expect(panel()).toBe("board");
  });
});

describe("the mouse in a review", () => {
  it("selects a task of the summary, and opens it with two clicks", async () => {
    lab = await openLab();
    await lab.press("R");
    await click("4  ch-abc4 ");
    expect(lab.model().review.selected).toBe("ch-abc4");
    await click("Chain ");
    expect(lab.model().review.selected).toBe("ch-abc4");
    await lab.pass(1_000);
    await doubleClick("4  ch-abc4 ");
    expect(panel()).toBe("task");
    expect(lab.model().review.current).toBe("ch-abc4");
  });

  it("moves to a line and a file of the change, and scrolls it", async () => {
    lab = await openLab();
    await lab.press("R", "Enter", "D");
    await click("readCookie");
    expect(diffState.of(lab.model()).at).toBe(4);
    await click("logout.ts");
    expect(lab.screen()).toContain("file 2/4");
    await lab.press("g");
    await turn("down", "readCookie");
    expect(diffState.of(lab.model()).at).toBe(3);
  });

  it("chooses among a few without sending anything", async () => {
    lab = await openLab();
    await lab.press("R", "Enter", "m");
    await click("skip ");
    expect(frontFrame(lab.model().stack).at).toBe(3);
    await doubleClick("skip ");
    expect(lab.calls).toEqual([]);
    expect(panel()).toBe("mode");
  });

  it.each([
    ["the approval", ["R", "Enter"], "[A] Approve"],
    ["all at once", ["R"], "[A] Approve all"],
    ["the mode", ["R", "Enter", "m"], "[Enter] choose"],
    ["the redo", ["R", "Enter", "R", "1"], "[Enter] Submit"],
    ["the rejection", ["R", "Enter", "X"], "[Enter] Reject"],
  ])("never decides: %s", async (_, keys, text) => {
    lab = await openLab();
    await lab.press(...keys);
    await lab.pass(1_000);
    await click(text);
    const { token } = lab.model();
    lab.program.send({ type: "waited", token });
    await lab.settle();
    expect(lab.calls).toEqual([]);
    expect(lab.screen()).toContain("A click decides nothing");
  });

  it("does nothing where nothing is, and while a line is written", async () => {
    lab = await openLab();
    const before = lab.screen();
    lab.program.send({ type: "pointed", event: { is: "press", column: 500, row: 500 } });
    lab.program.send({ type: "pointed", event: { is: "press", column: 0, row: 0 } });
    expect(lab.screen()).toBe(before);
    await lab.press("/");
    await click("ch-abc3");
    expect(boardState.of(lab.model()).selected.reviewing).not.toBe("ch-abc3");
  });
});

it("selects and opens a task of the sprint", async () => {
  lab = await openLab({ samples: TOUR_SAMPLES });
  await lab.press("S", "Enter");
  await click("ch-abd1");
  expect(lab.model().review.selected).toBe("ch-abd1");
  await doubleClick("ch-abd2");
  expect([panel(), lab.model().review.current]).toEqual(["single", "ch-abd2"]);
});

it("is switched off and on by a command", async () => {
  lab = await openLab();
  await lab.press(":", ..."app.mouse", "Enter");
  expect(lab.screen()).toContain("The mouse is on.");
});
