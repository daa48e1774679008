import { describe, expect, it } from "vitest";
import { parsePackedRefs } from "./packed-refs.ts";

const A = "a".repeat(40);
const B = "b".repeat(40);
const HEADER = "# pack-refs with: peeled fully-peeled sorted ";

const file = (...lines: string[]) => lines.map((line) => `${line}\n`).join("");

describe("parsePackedRefs", () => {
  it("reads every ref, past peeled tags and with or without the header", () => {
    const lines = [`${A} refs/heads/main`, `${A} refs/tags/v1`, `^${B}`, `${B} refs/tags/v2`];
    const refs = { "refs/heads/main": A, "refs/tags/v1": A, "refs/tags/v2": B };

    expect(Object.fromEntries(parsePackedRefs(file(HEADER, ...lines)))).toEqual(refs);
    expect(Object.fromEntries(parsePackedRefs(file(...lines)))).toEqual(refs);
    expect(parsePackedRefs("").size).toBe(0);
  });

  it.each([
    ["a name twice", [`${A} refs/heads/main`, `${B} refs/heads/main`], "for the second time"],
    ["names out of order", [`${A} refs/heads/z`, `${B} refs/heads/main`], "out of order"],
    ["an empty line", [`${A} refs/heads/main`, ""], "line 2 is no ref"],
    ["a tab", [`${A}\trefs/heads/main`], "line 1 is no ref"],
    ["a carriage return", [`${A} refs/heads/main\r`], "line 1 is no ref"],
    ["a short id", [`${A.slice(1)} refs/heads/main`], "line 1 is no ref"],
    ["an id in capitals", [`${A.toUpperCase()} refs/heads/main`], "line 1 is no ref"],
    ["a name outside refs", [`${A} HEAD`], "line 1 is no ref"],
    ["a comment in the middle", [`${A} refs/heads/a`, HEADER], "line 2 is no ref"],
    ["a peeled object of nothing", [`^${A}`], "line 1 is no ref"],
    ["two peeled objects of one tag", [`${A} refs/tags/a`, `^${A}`, `^${B}`], "line 3 is no ref"],
  ])("refuses %s", (_, lines, why) => {
    expect(() => parsePackedRefs(file(...lines))).toThrow(why);
  });

  it("refuses a last line that is cut off", () => {
    expect(() => parsePackedRefs(`${A} refs/heads/main`)).toThrow("its last line is cut off");
  });
});
