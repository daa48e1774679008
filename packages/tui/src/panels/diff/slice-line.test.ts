import { safeText } from "@countersign/review";
import { describe, expect, it } from "vitest";
import { cellWidth } from "../../terminal/measure.ts";
import { hostileText, randomFrom } from "../../testing/hostile-samples.ts";
import { sliceLine } from "./slice-line.ts";

const sliced = (text: string, room: number): string[] =>
  sliceLine(text, room).map(({ from, to }) => text.slice(from, to));

describe("sliceLine", () => {
  it.each([
    ["", 10, [""]],
    ["exactly te", 10, ["exactly te"]],
    ["a bit longer", 10, ["a bit long", "er"]],
    ["\tindented", 4, ["\tin", "dent", "ed"]],
    ["日本語", 4, ["日本", "語"]],
    ["日", 1, ["日"]],
  ])("splits %j at %i cells", (text, room, slices) => {
    expect(sliced(text, room)).toEqual(slices);
  });

  it("loses no character of hostile lines, and no slice is wider than its room", () => {
    const random = randomFrom(7);
    for (let round = 0; round < 500; round += 1) {
      const text = hostileText(random).replaceAll("\n", " ");
      const room = 10 + (round % 70);
      const slices = sliced(text, room);
      expect(slices.join("")).toBe(text);
      for (const slice of slices) expect(cellWidth(safeText(slice))).toBeLessThanOrEqual(room);
    }
  });
});
