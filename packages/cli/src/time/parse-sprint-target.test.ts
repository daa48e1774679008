import { describe, expect, it } from "vitest";
import { parseSprintTarget } from "./parse-sprint-target.ts";

const NOW = new Date(2026, 10, 14, 22, 30);

function until(word: string): Date {
  const target = parseSprintTarget({ until: word }, NOW);
  return new Date(target.is === "until" ? target.untilMs : Number.NaN);
}

describe("readTarget", () => {
  it("ends when no task is ready, where nothing is said", () => {
    expect(parseSprintTarget({}, NOW)).toEqual({ is: "none_ready" });
    expect(parseSprintTarget({ tasks: 20 }, NOW)).toEqual({ is: "tasks", count: 20 });
  });

  it.each([
    ["8h", new Date(2026, 10, 15, 6, 30)],
    ["08:00", new Date(2026, 10, 15, 8, 0)],
    ["7:05", new Date(2026, 10, 15, 7, 5)],
    ["23:00", new Date(2026, 10, 14, 23, 0)],
    ["22:30", new Date(2026, 10, 15, 22, 30)],
  ])("understands %s", (word, expected) => {
    expect(until(word)).toEqual(expected);
  });

  it.each(["", "24:00", "8", "0h", "tomorrow", "08:60"])("refuses %j", (word) => {
    expect(() => until(word)).toThrow("is not a time");
  });

  it("refuses two targets", () => {
    expect(() => parseSprintTarget({ tasks: 1, until: "8h" }, NOW)).toThrow("one target");
  });
});
