import { describe, expect, it } from "vitest";
import { isSnoozeTime, parseSnooze } from "./parse-snooze.ts";

const now = new Date(2026, 10, 30, 15, 30);

describe("readLater", () => {
  it.each([
    ["30m", now.getTime() + 30 * 60_000],
    ["2h", now.getTime() + 2 * 3_600_000],
    ["tomorrow", new Date(2026, 11, 1, 9).getTime()],
    ["change", null],
  ])("reads %s", (word, untilMs) => {
    expect(parseSnooze(word, now)).toMatchObject({ is: "later", untilMs });
    expect(isSnoozeTime(word)).toBe(true);
  });

  it("reads now as the way back, and nothing else", () => {
    expect(parseSnooze("now", now).is).toBe("now");
    for (const word of ["", "0h", "soon", "1w", "h"]) {
      expect(() => parseSnooze(word, now)).toThrow("is not a time");
      expect(isSnoozeTime(word)).toBe(false);
    }
  });
});
