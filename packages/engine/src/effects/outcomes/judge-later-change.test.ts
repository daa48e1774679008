import { describe, expect, it } from "vitest";
import { type FileVersion, judgeLaterChange, type WatchedFile } from "./judge-later-change.ts";

const version = (text: string | null): FileVersion =>
  text === null ? { id: null, lines: [] } : { id: text, lines: text.split("|") };

/** Versions of a file with `|` for the ends of lines. */
function file(
  base: string | null,
  own: string | null,
  before: string | null,
  after: string | null,
): WatchedFile {
  return {
    base: version(base),
    own: version(own),
    before: version(before),
    after: version(after),
  };
}

const REVERTED = file("a|b", "a|x", "a|x", "a|b");
const UNTOUCHED = file("a|b", "a|x", "a|x", "a|x");

describe("judgeLaterChange", () => {
  it.each<[string, WatchedFile[], string | null]>([
    ["no file", [], null],
    ["a file as it was before the task", [REVERTED], "reverted"],
    ["a new file that is removed", [file(null, "x", "x", null)], "reverted"],
    ["a removed file that is back", [file("a|b", null, null, "a|b")], "reverted"],
    ["a revert that keeps later work", [file("a|b", "a|x", "n|a|x", "n|a|b")], "reverted"],
    ["a revert that adds something", [file("a|b", "a|x", "a|x", "a|b|n")], "reverted"],
    ["one of two files reverted", [REVERTED, UNTOUCHED], "hotfix"],
    ["a line of the task that changed", [file("a", "a|x|y", "a|x|y", "a|x|z")], "hotfix"],
    ["a line of the task that was removed", [file("a", "a|x|y", "n|a|x|y", "n|a|y")], "hotfix"],
    ["lines of others that changed", [file("a|b", "a|b|x", "a|b|x", "c|b|x")], null],
    ["a line added beside it", [file("a", "a|x", "a|x", "a|x|n")], null],
    ["lines in another order", [file("a|b", "a|x|b", "a|x|b", "b|a|x")], null],
    ["a bracket of the task", [file("a", "a|x|}", "a|x|}|y", "a|x|y")], null],
    ["a line that was gone before", [file("a", "a|x", "a|b", "a|c")], null],
    ["a file that the task left alone", [file("a", "a", "a|b", "a")], null],
    ["an unchanged file", [UNTOUCHED], null],
    ["a file reverted before", [file("a|b", "a|x", "a|b", "a|b")], null],
  ])("judges %s", (_, files, expected) => {
    expect(judgeLaterChange(files)).toBe(expected);
  });

  it("compares files that cannot be read by their blobs", () => {
    const blob = (id: string): FileVersion => ({ id, lines: [] });
    const [one, two, three] = [blob("1"), blob("2"), blob("3")];
    const changed = { base: one, own: two, before: two };
    expect(judgeLaterChange([{ ...changed, after: one }])).toBe("reverted");
    expect(judgeLaterChange([{ ...changed, after: three }])).toBeNull();
  });
});
