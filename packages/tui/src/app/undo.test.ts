import { afterEach, expect, it } from "vitest";
import { boardState } from "../panels/board/board-state.ts";
import { type Lab, openLab } from "../testing/open-lab.ts";

let lab: Lab;
afterEach(() => lab.close());

it("U shows the task whose decision was taken back, so that the next key is about it", async () => {
  lab = await openLab();
  await lab.press("R", "Enter");
  const decided = lab.model().review.current;
  await lab.press("X", "Enter");
  expect(lab.model().review.current).not.toBe(decided);

  await lab.press("U");

  expect(lab.model().review.current).toBe(decided);
  expect(lab.screen()).toContain(`] ${decided}`);
});

it("U on the board selects that task", async () => {
  lab = await openLab();
  await lab.press("j", "Enter", "X", "Enter");
  await lab.press("g");
  await lab.press("U");
  expect(boardState.of(lab.model()).selected.reviewing).toBe("ch-abc2");
});
