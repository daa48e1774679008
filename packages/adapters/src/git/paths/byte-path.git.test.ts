import { expect, it } from "vitest";
import { foldersAbove, isSafePath } from "./byte-path.ts";

const bytes = (text: string): string => Buffer.from(text).toString("latin1");

it.each([
  ["leaves its folder", "../x"],
  ["leaves it in the middle", "a/../../x"],
  ["is absolute", "/etc/passwd"],
  ["has an empty part", "a//b"],
  ["ends in a folder", "a/"],
  ["is empty", ""],
  ["has a dot alone", "a/./b"],
  ["ends early", "a\0b"],
  ["is git's directory", ".git/config"],
  ["is git's directory in capitals", "a/.GiT/config"],
  ["is git's directory to Windows, short", "GIT~1/config"],
  ["is git's directory to Windows, with an ending", ".git. ./config"],
  ["is git's directory to Windows, with a stream", ".git::$INDEX_ALLOCATION/config"],
  ["is git's directory behind a backslash", "a\\.git\\config"],
  ["is git's file", ".git"],
  ["leaves its folder by backslashes", "a\\..\\..\\x"],
  ["is git's directory to macOS", ".g\u200cit/config"],
  ["is git's directory to macOS, with a mark", ".git\ufeff"],
  ["has a name that is too long", "x".repeat(256)],
  ["is too long", "x/".repeat(2_000).concat("x")],
])("refuses a path that %s", (_, path) => {
  expect(isSafePath(bytes(path))).toBe(false);
});

it.each([
  ".gitignore",
  ".gitmodules",
  "a/.github/x",
  "git",
  "...",
  "a b",
  "..a",
  "ü",
  "x\\y",
  "git~x",
])("lets %j through", (path) => {
  expect(isSafePath(bytes(path))).toBe(true);
});

it("names the folders above a path, outermost first", () => {
  expect(foldersAbove("a/b/c")).toEqual(["a", "a/b"]);
  expect(foldersAbove("a")).toEqual([]);
});
