import { describe, expect, it } from "vitest";
import { pushedRefs } from "./pushed-refs.ts";

const A = "a".repeat(40);
const B = "b".repeat(40);
const NONE = "0".repeat(40);

describe("pushedRefs", () => {
  it.each([
    [
      "a branch that moves",
      `refs/heads/x ${A} refs/heads/x ${B}`,
      [{ name: "x", head: A, base: B }],
    ],
    ["a new branch", `HEAD ${A} refs/heads/y ${NONE}`, [{ name: "y", head: A, base: null }]],
    ["a branch that is deleted", `(delete) ${NONE} refs/heads/x ${B}`, []],
    ["a tag", `refs/tags/v1 ${A} refs/tags/v1 ${NONE}`, []],
    ["nothing", "\n", []],
    ["anything else", "hello", []],
  ])("reads %s", (_, line, refs) => {
    expect(pushedRefs(`${line}\n`)).toEqual(refs);
  });
});
