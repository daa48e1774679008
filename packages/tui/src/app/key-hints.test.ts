import { createKeymap } from "@countersign/review";
import { afterEach, expect, it } from "vitest";
import { rowText } from "../terminal/row.ts";
import { type Lab, openLab } from "../testing/open-lab.ts";
import { describeScreen } from "./describe-screen.ts";
import { drawScreen } from "./draw-screen.ts";

let lab: Lab;
afterEach(() => lab.close());

it("hints on the screen and for a screen reader name the keys of the user", async () => {
  lab = await openLab();
  const keymap = createKeymap({ "review.open": "F5", "nav.down": "s" });
  const model = { ...lab.model(), keymap };
  const screen = drawScreen(model).map(rowText).join("\n");
  expect(screen).toContain("Press [F5] to review");
  expect(screen).toContain("[F5] review");
  expect(describeScreen(model).keys).toContain("Keys: F5 review");
  expect(describeScreen(model).keys).toContain("s and k task");
});

it("a command without a key has no hint", async () => {
  lab = await openLab();
  const model = { ...lab.model(), keymap: createKeymap({ "review.why": false }) };
  expect(drawScreen(model).map(rowText).join("\n")).not.toContain("] why");
});
