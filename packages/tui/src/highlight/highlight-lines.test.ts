import { CODE_PAINTS, detectLanguage } from "@countersign/review";
import { describe, expect, it } from "vitest";
import { highlightLines } from "./highlight-lines.ts";
import { LANGUAGES } from "./languages.ts";

/** What is painted, and how. */
async function painted(language: string, ...lines: string[]): Promise<string[][]> {
  const tints = await highlightLines(language, lines);
  return tints.map((line, at) =>
    line.map(({ from, to, paint }) => `${paint} ${lines[at]?.slice(from, to)}`),
  );
}

describe("highlightLines", () => {
  it("tells words, texts, numbers, names and remarks apart", async () => {
    expect(await painted("typescript", `const a = f("x", 12); // why`)).toEqual([
      ["word const", "name f", 'quote "x"', "number 12", "remark // why"],
    ]);
    expect(await painted("python", "def go(x):", "    return 'a' # b")).toEqual([
      ["word def", "name go"],
      ["word return", "quote 'a'", "remark # b"],
    ]);
  });

  it("knows in the next line what began in this one", async () => {
    expect(await painted("typescript", "/* one", "two */ const a = 1")).toEqual([
      ["remark /* one"],
      ["remark two */", "word const", "number 1"],
    ]);
  });

  it("counts characters of the code, whatever stands for them", async () => {
    const [line] = await painted("typescript", `if (a < b && c > 'd') return "<b>&amp;";`);
    expect(line).toEqual(["word if", "quote 'd'", "word return", 'quote "<b>&amp;"']);
  });

  it("never parts what is drawn as one character", async () => {
    const lines = ['"e\u0301"', "'🇩🇪' // 👩‍👩‍👧", "`日本語`"];
    const tints = await highlightLines("typescript", lines);
    for (const [at, line] of lines.entries()) {
      const starts = [...new Intl.Segmenter("en").segment(line)].map(({ index }) => index);
      for (const { from, to } of tints[at] ?? []) {
        expect([...starts, line.length]).toContain(from);
        expect([...starts, line.length]).toContain(to);
      }
    }
  });

  it("leaves a language plain that it does not know", async () => {
    expect(await painted("klingon", "const a = 1")).toEqual([[]]);
  });

  it.each(Object.keys(LANGUAGES))("reads %s, one answer for each line, in order", async (name) => {
    const lines = ["a = 1", "", '"text" /* x */ <b> #', "{", "if (x) { return y; }", "}"];
    const tints = await highlightLines(name, lines);
    expect(tints).toHaveLength(lines.length);
    for (const [at, line] of tints.entries()) {
      let last = 0;
      for (const { from, to, paint } of line) {
        expect(from).toBeGreaterThanOrEqual(last);
        expect(to).toBeGreaterThan(from);
        expect(to).toBeLessThanOrEqual(lines[at]?.length ?? 0);
        expect(CODE_PAINTS).toContain(paint);
        last = to;
      }
    }
  });
});

describe("languageOf", () => {
  it.each([
    ["src/app.tsx", "typescript"],
    ["a/Dockerfile", "dockerfile"],
    ["Makefile", "makefile"],
    ["x/Cargo.toml", "ini"],
    ["README.MD", "markdown"],
    ["LICENSE", null],
    [".gitignore", null],
    ["a.constructor", null],
    ["constructor", null],
    ["picture.png", null],
  ])("%s is %s", (path, language) => {
    expect(detectLanguage(path)).toBe(language);
    if (language !== null) expect(LANGUAGES[language]).toBeDefined();
  });
});
