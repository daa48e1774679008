import { expect, it } from "vitest";
import { readOutput } from "./read-output.ts";

function kinds(output: string): string[] {
  return [...readOutput(output)].map(({ is, text }) => `${is} ${JSON.stringify(text)}`);
}

it.each([
  ["plain", ['text "plain"']],
  ["a\u001b[1;31mb", ['text "a"', 'csi "\\u001b[1;31m"', 'text "b"']],
  ["\u001b[?1049h", ['csi "\\u001b[?1049h"']],
  ["\u009b2Jx", ['csi "\u009b2J"', 'text "x"']],
  ["\u001b]0;title\u0007x", ['string "\\u001b]0;title\\u0007"', 'text "x"']],
  ["\u001b]8;;u\u001b\\x", ['string "\\u001b]8;;u\\u001b\\\\"', 'text "x"']],
  ["\u001bP1$r\u001b\\", ['string "\\u001bP1$r\\u001b\\\\"']],
  ["\u009d52;c;eA==\u009cx", ['string "\u009d52;c;eA==\u009c"', 'text "x"']],
  ["\u001bc", ['escape "\\u001bc"']],
  ["\u001b(0q", ['escape "\\u001b(0"', 'text "q"']],
  ["a\r\n\u0007", ['text "a"', 'control "\\r"', 'control "\\n"', 'control "\\u0007"']],
  ["\u001b[31", ['csi "\\u001b[31"']],
  ["\u001b", ['escape "\\u001b"']],
])("reads %j as a terminal would", (output, told) => {
  expect(kinds(output)).toEqual(told);
});

it("loses nothing", () => {
  const output = "a\u001b[2Jb\u001b]0;x\u0007\u009b1mc\u001b(Bd\r\n\u001bPq";
  expect([...readOutput(output)].map(({ text }) => text).join("")).toBe(output);
});
