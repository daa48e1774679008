import { expect, it } from "vitest";
import { createLinkGuard } from "./link-target.ts";

const LINKS = new Map([
  ["sibling", "a.ts"],
  ["dangling", "nowhere/at/all"],
  ["deep/up", "../a.ts"],
  ["top", "."],
  ["absolute", "/etc/passwd"],
  ["up", "../secret"],
  ["deep/too-far", "../../secret"],
  ["through", "top/../secret"],
  ["deep/self", ".."],
  ["via-self", "deep/self/../../secret"],
  ["via-absolute", "absolute"],
  ["loop", "loop"],
  ["ping", "pong"],
  ["pong", "ping"],
  ["backslash", "..\\secret"],
  ["empty", ""],
  ["long", "x".repeat(5_000)],
  ["Folder", "deep/er/est"],
  ["by-case", "folder/../../secret"],
  ["by-other-case", "Folder/../../a.ts"],
]);

const isInside = createLinkGuard(LINKS);

it.each(["sibling", "dangling", "deep/up", "top", "deep/self"])("%s stays inside", (path) => {
  expect(isInside(path)).toBe(true);
});

it.each([
  "absolute",
  "up",
  "deep/too-far",
  "through",
  "via-self",
  "via-absolute",
  "loop",
  "ping",
  "backslash",
  "empty",
  "long",
  "by-case",
])("%s does not", (path) => {
  expect(isInside(path)).toBe(false);
});

it("follows a link by its exact name, and must stay inside by any", () => {
  expect(isInside("by-other-case")).toBe(true);
});
