import { describe, expect, it } from "vitest";
import { inTime } from "../testing/in-time.ts";
import { findMixedWords } from "./mixed-script.ts";

describe("words that mix scripts", () => {
  it.each([
    ["a Cyrillic capital", "if (user.is\u{410}dmin) grant();", "is\u{410}dmin", 10],
    ["a Cyrillic letter at the end", "const scop\u{435} = 1;", "scop\u{435}", 7],
    ["a Greek letter", "T\u{3BF}ken", "T\u{3BF}ken", 1],
    ["an Armenian letter", "h\u{585}st", "h\u{585}st", 1],
    ["a wide letter", "\u{FF49}sAdmin", "\u{FF49}sAdmin", 1],
    ["a Cyrillic letter after an emoji", "😀 p\u{430}y", "p\u{430}y", 3],
  ])("are found with %s", (_, line, word, column) => {
    expect(findMixedWords(line)).toEqual([{ word, column }]);
  });

  it.each([
    ["Russian", "// Версия протокола, которую знает сервер"],
    ["Russian with Latin words", 'title: "Скачать PDF через USB-кабель за 5 минут"'],
    ["a Russian ending on a Latin word", "// APIшный вызов"],
    ["an identifier in one script", "const имя = пользователь.имя;"],
    ["a word that is only lookalikes", "const \u{441}\u{43E}\u{440}\u{435} = 1;"],
    ["Greek letters in formulas", "const Δt = λ2 * Σx + πr;"],
    ["Greek", "// Μικρό κείμενο"],
    ["Japanese", "const API版 = 日本語テキスト;"],
    ["Chinese", "# 中文文档 README 第2章"],
    ["Arabic", 'label: "النص العربي ABC"'],
    ["accents", "const naïve = Größe + señor;"],
    ["Vietnamese", "// Tiếng Việt"],
    ["Turkish", "ısı = sıcaklık"],
    ["micro", "const µs = 10;"],
    ["ASCII", "const a = b;"],
  ])("are not %s", (_, line) => {
    expect(findMixedWords(line)).toEqual([]);
  });

  it("are found in linear time, and not more than a reader needs", () => {
    const line = "is\u{410}dmin ".repeat(50_000);

    expect(inTime(100, () => findMixedWords(line))).toHaveLength(20);
  });
});
