import { describe, expect, it } from "vitest";
import { withoutKey } from "./without-key.ts";

const FILE = {
  merge: { target: "main", graceSeconds: 5 },
  reviewers: [{ id: "a", model: "x" }, { id: "b" }],
  chainOverrides: { code: ["self"] },
  modes: { labels: { safe: { mode: "auto", autoApprove: true } } },
};

describe("a policy file without a key", () => {
  it.each([
    ["merge.target", { ...FILE, merge: { graceSeconds: 5 } }],
    ["reviewers.[].model", { ...FILE, reviewers: [{ id: "a" }, { id: "b" }] }],
    ["chainOverrides.*", { ...FILE, chainOverrides: {} }],
    ["modes.labels.*.mode", { ...FILE, modes: { labels: { safe: { autoApprove: true } } } }],
    ["merge.none", FILE],
    ["merge.target.none", FILE],
    ["merge.[].none", FILE],
  ])("%s is otherwise the same", (key, expected) => {
    expect(withoutKey(FILE, key.split("."))).toEqual(expected);
  });

  it.each([
    ["reviewers.[].id", { ...FILE, reviewers: [{ id: "x", model: "x" }, { id: "x" }] }],
    [
      "modes.labels.*.mode",
      { ...FILE, modes: { labels: { safe: { mode: "x", autoApprove: true } } } },
    ],
    ["merge.none", FILE],
    ["reviewers.[].none", FILE],
  ])("%s may have another value instead", (key, expected) => {
    expect(withoutKey(FILE, key.split("."), "x")).toEqual(expected);
  });

  it("leaves values that no file holds as they are", () => {
    const map = new Map([["merge", 1]]);
    expect(withoutKey(map, ["merge"])).toBe(map);
  });
});
