import { createKeymap } from "@countersign/review";
import { afterEach, expect, it } from "vitest";
import { textOf } from "../terminal/row.ts";
import { type Lab, openLab } from "../testing/open-lab.ts";
import { draw } from "./draw.ts";
import { speak } from "./speak.ts";

let lab: Lab;
afterEach(() => lab.close());

it("hints on the screen and for a screen reader name the keys of the user", async () => {
  lab = await openLab();
  const keymap = createKeymap({ "review.open": "F5", "nav.down": "s" });
  const model = { ...lab.model(), keymap };
  const screen = draw(model).map(textOf).join("\n");
  expect(screen).toContain("Press [F5] to review");
  expect(screen).toContain("[F5] review");
  expect(speak(model).keys).toContain("Keys: F5 review");
  expect(speak(model).keys).toContain("s and k task");
});

it("a command without a key has no hint", async () => {
  lab = await openLab();
  const model = { ...lab.model(), keymap: createKeymap({ "review.why": false }) };
  expect(draw(model).map(textOf).join("\n")).not.toContain("] why");
});
