import { describe, expect, it } from "vitest";
import { proposalIn } from "../plan/gaps/propose-policy.ts";
import { parseGapAnswer } from "./parse-gap-answer.ts";

const TREE = "1".repeat(40);
const expected = {
  nonce: "n1",
  tree: TREE,
  foundBy: "looker",
  candidates: ["guard", "artist"],
  paths: ["src/a.ts", "lib/b.ts"],
};
const parse = (more: object) =>
  parseGapAnswer(JSON.stringify({ completed: true, nonce: "n1", tree: TREE, ...more }), expected);
const gap = (concern: unknown, reviewer: unknown) => ({ concern, reviewer });

describe("an answer about gaps", () => {
  it("adds those whom it names, with an entry that we wrote", () => {
    const read = parse({ gaps: [gap("Nobody\nlooks at colours", "artist")] });

    expect(read).toMatchObject({
      ok: true,
      gaps: [{ concern: "Nobody looks at colours", reviewer: "artist", foundBy: "looker" }],
    });
    const [first] = read.ok ? read.gaps : [];
    expect(first && proposalIn(first)).toMatchObject({
      id: "gap-artist",
      when: { paths: ["lib/**", "src/**"] },
      require: [{ reviewer: "artist" }],
    });
  });

  it.each([
    ["somebody who is not in the list", gap("x", "author")],
    ["a list of somebody", gap("x", ["guard"])],
    ["nobody", gap("x", null)],
    ["no concern", gap(" \n ", "guard")],
    ["a concern that is no text", gap({ text: "x" }, "guard")],
    ["something else", "guard"],
    ["nothing", null],
  ])("adds nobody for %s", (_, entry) => {
    expect(parse({ gaps: [entry] })).toEqual({ ok: true, gaps: [] });
  });

  it("names each once, and reads no more than ten", () => {
    const many = Array.from({ length: 10 }, () => gap("again", "guard"));
    const read = parse({ gaps: [...many, gap("late", "artist")] });

    expect(read.ok && read.gaps.map(({ reviewer }) => reviewer)).toEqual(["guard"]);
  });

  it.each([
    [{ completed: "true", gaps: [] }, "the answer does not say completed: true"],
    [{ nonce: "n2", gaps: [] }, "the answer does not echo the nonce"],
    [{ tree: "2".repeat(40), gaps: [] }, "the answer is not about this tree"],
    [{ gaps: {} }, "the answer has no list of gaps"],
  ])("%o is none", (more, reason) => {
    expect(parse(more)).toEqual({ ok: false, reason });
  });

  it("that is no object is none", () => {
    expect(parseGapAnswer("[]", expected).ok).toBe(false);
    expect(parseGapAnswer("all is well", expected).ok).toBe(false);
  });
});
