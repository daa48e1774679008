import { describe, expect, it } from "vitest";
import { readRoundChoice } from "./compared-rounds.ts";

describe("readRoundChoice", () => {
  it.each([
    ["", null],
    ["?since=0", { since: null, until: null }],
    ["?since=1", { since: 1, until: null }],
    ["?since=1&until=2", { since: 1, until: 2 }],
    ["?since=1&until=3", { since: 1, until: null }],
    ["?until=2", { since: null, until: 2 }],
    ["?since=3", { since: null, until: null }],
    ["?since=9&until=x", null],
    ["?since=-1", null],
  ])("reads %j of a task with three rounds", (search, expected) => {
    expect(readRoundChoice(search, 3)).toEqual(expected);
  });
});
