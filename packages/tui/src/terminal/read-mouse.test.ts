import { expect, it } from "vitest";
import { readMouse } from "./read-mouse.ts";

it.each([
  ["[<0;10;5M", { is: "press", column: 9, row: 4 }],
  ["[<4;1;1M", { is: "press", column: 0, row: 0 }],
  ["[<64;3;2M", { is: "up", column: 2, row: 1 }],
  ["[<65;3;2M", { is: "down", column: 2, row: 1 }],
  ["[<0;10;5m", "nothing"],
  ["[<2;10;5M", "nothing"],
  ["[<35;10;5M", "nothing"],
  ["[<0;10M", null],
  ["A", null],
  ["[A", null],
])("reads %s", (input, event) => {
  expect(readMouse(input)).toEqual(event);
});
