import { describe, expect, it } from "vitest";
import { columns, columnWidth } from "./columns.ts";

describe("columns", () => {
  it("lines cells up and leaves no space at the end of a line", () => {
    expect(
      columns([
        ["a", "long one", ""],
        ["bbb", "x", "y"],
      ]),
    ).toBe("a    long one\nbbb  x         y");
  });

  it("counts what is seen: no colours, wide letters twice", () => {
    expect(columnWidth("\u001b[31mred\u001b[0m")).toBe(3);
    expect(columnWidth("東京")).toBe(4);
    expect(columnWidth("é")).toBe(1);
    expect(columnWidth("e\u0301")).toBe(1);
    expect(columnWidth("~ !")).toBe(3);
    expect(
      columns([
        ["東京", "x"],
        ["abcd", "y"],
      ]),
    ).toBe("東京  x\nabcd  y");
  });
});
