import { describe, expect, it } from "vitest";
import { addBlock, removeBlock } from "./block-edit.ts";

const END = {
  begin: "# begin",
  end: "# end",
  lines: ["x = 1"],
  place: "end",
  first: null,
} as const;
const TOP = { ...END, place: "top", first: "#!/bin/sh" } as const;

function added(text: string | null, block: typeof END | typeof TOP) {
  return addBlock(text, { ...block, lines: [...block.lines] });
}

describe("addBlock", () => {
  it.each([
    ["no file", null, "# begin\nx = 1\n# end\n"],
    ["an empty file", "", "# begin\nx = 1\n# end\n"],
    ["a text", "a\n", "a\n\n# begin\nx = 1\n# end\n"],
    ["a text without a last line end", "a", "a\n\n# begin\nx = 1\n# end\n"],
    ["a text that ends with an empty line", "a\n\n", "a\n\n# begin\nx = 1\n# end\n"],
    ["CRLF", "a\r\n", "a\r\n\r\n# begin\r\nx = 1\r\n# end\r\n"],
    ["an older block", "a\n# begin\nold\n# end\nb\n", "a\n# begin\nx = 1\n# end\nb\n"],
  ])("comes last: %s", (_, text, after) => {
    expect(added(text, END)).toEqual({ text: after });
  });

  it.each([
    ["no file", null, "#!/bin/sh\n# begin\nx = 1\n# end\n"],
    ["a script", "#!/bin/bash -e\nexit 0\n", "#!/bin/bash -e\n# begin\nx = 1\n# end\nexit 0\n"],
    ["env", "#!/usr/bin/env sh\n", "#!/usr/bin/env sh\n# begin\nx = 1\n# end\n"],
    ["a script of one line", "#!/bin/sh", "#!/bin/sh\n# begin\nx = 1\n# end\n"],
    ["lines that something else runs", "npm test\n", "# begin\nx = 1\n# end\nnpm test\n"],
  ])("comes first in a script: %s", (_, text, after) => {
    expect(added(text, TOP)).toEqual({ text: after });
  });

  it.each([
    ["another language", "#!/usr/bin/env python3\n", "is no shell script"],
    ["half a block", "#!/bin/sh\n# begin\n", "has only one of our two marks"],
  ])("leaves alone: %s", (_, text, left) => {
    expect(added(text, TOP)).toEqual({ left });
  });
});

describe("takeBlock", () => {
  it.each([
    ["at the end", "a\n\n# begin\nx = 2\n# end\n", "a\n"],
    ["with more behind it", "a\n\n# begin\nx = 1\n# end\nb\n", "a\nb\n"],
    ["nothing of ours", "a\n", "a\n"],
  ])("takes out what is between the marks: %s", (_, text, after) => {
    expect(removeBlock(text, { ...END, lines: [...END.lines] })).toBe(after);
  });
});
