import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pageChange } from "./page-change.ts";
import { fenceText, visibleText } from "./untrusted.ts";

const LIMITS = { maxChars: 100, maxPages: 3 };
const lines = (count: number, text = "0123456789") => `${text}\n`.repeat(count);

describe("the pages of a change", () => {
  it("are one where it fits", () => {
    const files = [
      { path: "a.ts", text: "a\n" },
      { path: "b.ts", text: "b" },
    ];

    expect(pageChange(files, LIMITS)).toEqual({ pages: ["a\nb\n"], missing: 0 });
  });

  it("are one that is empty where nothing changed", () => {
    expect(pageChange([], LIMITS)).toEqual({ pages: [""], missing: 0 });
  });

  it("break at the end of a line and say which file goes on", () => {
    const { pages, missing } = pageChange([{ path: "a.ts", text: lines(12) }], LIMITS);

    expect(pages).toEqual([lines(9), `(a.ts, continued)\n${lines(3)}`]);
    expect(missing).toBe(0);
  });

  it("begin the next file where the last one ended", () => {
    const files = [
      { path: "a.ts", text: lines(8) },
      { path: "b.ts", text: lines(2) },
    ];

    expect(pageChange(files, LIMITS).pages).toEqual([lines(9), `(b.ts, continued)\n${lines(1)}`]);
  });

  it("split a line that fits on no page", () => {
    const { pages, missing } = pageChange([{ path: "a.ts", text: "x".repeat(150) }], LIMITS);

    expect(pages.join("").replaceAll(/\(a\.ts, continued\)\n|\n/g, "")).toBe("x".repeat(150));
    expect(missing).toBe(0);
  });

  it("count each file that is not on them whole", () => {
    const files = ["a.ts", "b.ts", "c.ts"].map((path) => ({ path, text: lines(15) }));
    const { pages, missing } = pageChange(files, LIMITS);

    expect(pages).toHaveLength(3);
    expect(missing).toBe(2);
  });

  it("have every visible character of every file, and a fence cuts none of them", () => {
    const file = fc.record({
      path: fc.string({ minLength: 1, maxLength: 12 }),
      text: fc.string({ unit: "binary", maxLength: 400 }),
    });
    fc.assert(
      fc.property(
        fc.array(file, { maxLength: 5 }),
        fc.integer({ min: 60, max: 300 }),
        (files, maxChars) => {
          const { pages, missing } = pageChange(files, { maxChars, maxPages: 1_000 });
          const whole = files.map(({ text }) => visibleText(text)).join("\n");
          const bare = (text: string) =>
            text.replaceAll(/\(.*, continued\)\n/g, "").replaceAll("\n", "");

          expect(missing).toBe(0);
          expect(pages.every((page) => page.length <= maxChars)).toBe(true);
          if (!whole.includes("continued"))
            expect(bare(pages.join(""))).toBe(whole.replaceAll("\n", ""));
          for (const page of pages)
            expect(fenceText(page, { label: "x", by: "y", maxChars })).toContain(page.trimEnd());
        },
      ),
    );
  });
});
