import { countText } from "@countersign/review";
import { describe, expect, it } from "vitest";
import { ageText, displayTurn, waitingText } from "./words.ts";

describe("ageText", () => {
  it.each([
    [0, "0 s"],
    [59_999, "59 s"],
    [60_000, "1 min"],
    [3_599_999, "59 min"],
    [3_600_000, "1 h"],
    [86_400_000, "1 d"],
    [-5_000, "0 s"],
  ])("tells %i ms as %s", (ms, text) => {
    expect(ageText(1_000_000_000_000 - ms, 1_000_000_000_000)).toBe(text);
  });
});

describe("turnText", () => {
  it.each([
    [{ holder: "person", who: "ada" }, "you"],
    [{ holder: "person", who: "bob" }, "bob"],
    [{ holder: "agent", who: "claude" }, "agent claude"],
    [{ holder: "agent", who: null }, "any agent"],
    [{ holder: "checks", who: null }, "checks"],
    [{ holder: "nobody", who: null }, "nobody"],
  ])("calls %j %s", (turn, text) => {
    expect(displayTurn(turn, "ada")).toBe(text);
  });
});

describe("waitingText", () => {
  it.each([
    [{ holder: "engine", who: null }, "Checks are running."],
    [{ holder: "checks", who: null }, "Checks are running."],
    [{ holder: "reviewers", who: null }, "Reviewers are reading it."],
    [{ holder: "person", who: "ada" }, "Waiting for ada."],
    [{ holder: "nobody", who: null }, "Nothing is waiting."],
  ])("says for %j: %s", (turn, text) => {
    expect(waitingText(turn)).toBe(text);
  });
});

describe("count", () => {
  it("knows one from many", () => {
    expect([countText(0, "file"), countText(1, "file"), countText(2, "file")]).toEqual([
      "0 files",
      "1 file",
      "2 files",
    ]);
  });
});
