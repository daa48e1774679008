import { describe, expect, it } from "vitest";
import type { ReviewPolicy, When } from "../../policy/schema-review.ts";
import { joinProposals, proposalIn } from "./propose-policy.ts";

const entry = (when: When): ReviewPolicy => ({
  id: "gap-size",
  when,
  require: [{ reviewer: "reader", quorum: 1 }],
  priority: 50,
  description: "Nobody looks",
});
const gap = (proposal: string) => ({
  concern: "x",
  reviewer: "reader",
  foundBy: "gap-rules",
  proposal,
});

describe("the entry that a gap proposes", () => {
  it("is read from its text", () => {
    expect(proposalIn(gap(JSON.stringify(entry("always"))))).toEqual(entry("always"));
  });

  it.each([
    ["no JSON", "require a reviewer"],
    ["something else", "{}"],
    [
      "an entry that asks somebody else",
      JSON.stringify({ ...entry("always"), require: [{ layer: "owner" }] }),
    ],
    ["an entry twice over", '{"id":"a","id":"b"}'],
  ])("is nothing where the text is %s", (_, text) => {
    expect(proposalIn(gap(text))).toBeNull();
  });
});

describe("entries that propose the same", () => {
  it.each<[string, When, When, When]>([
    [
      "the paths of both",
      { paths: ["b/**"] },
      { paths: ["a/**", "b/**"] },
      { paths: ["a/**", "b/**"] },
    ],
    ["the lower risk", { riskAtLeast: 7 }, { riskAtLeast: 5 }, { riskAtLeast: 5 }],
    ["the condition that both have", { domain: "ui" }, { domain: "ui" }, { domain: "ui" }],
    ["every change where one means every change", "always", { paths: ["a"] }, "always"],
    [
      "every change where no condition holds for both",
      { domain: "ui" },
      { paths: ["a"] },
      "always",
    ],
    [
      "every change where there are too many paths",
      { paths: Array.from({ length: 20 }, (_, i) => `${i}`) },
      { paths: ["a"] },
      "always",
    ],
  ])("are one with %s", (_, one, other, when) => {
    expect(joinProposals([entry(one), entry(other)])).toEqual(entry(when));
  });
});
