import { describe, expect, it } from "vitest";
import { checkQuote } from "./check-quote.ts";

const file = "src/a.ts";
const text = [
  "function login(user) {",
  "  const hash = md5(user.password);",
  "",
  "  return check(hash);",
  "}",
  "",
  "function reset(user) {",
  "  return check(hash);",
  "}",
  "",
].join("\n");

describe("checkQuote", () => {
  it("allows a finding without a file", () => {
    expect(checkQuote({ quote: "anything", line: 900 }, null)).toEqual({ ok: true });
  });

  it("allows a finding about a file as a whole", () => {
    expect(checkQuote({ file }, text)).toEqual({ ok: true });
    expect(checkQuote({ file, quote: " \n" }, text)).toEqual({ ok: true });
  });

  it("allows a finding about a file that is not there", () => {
    expect(checkQuote({ file: "CHANGELOG.md" }, null)).toEqual({ ok: true });
  });

  it.each([{ quote: "x" }, { line: 1 }])("refuses %j of a file that is not there", (claim) => {
    expect(checkQuote({ file, ...claim }, null)).toEqual({
      ok: false,
      reason: "src/a.ts is not a text file of this content",
    });
  });

  it("refuses a quote that is not in the file", () => {
    expect(checkQuote({ file, quote: "const hash = sha1(x);", line: 2 }, text)).toEqual({
      ok: false,
      reason: "the quoted code is not in src/a.ts",
    });
  });

  it.each([
    { what: "the right line", line: 2 },
    { what: "a wrong line", line: 7 },
    { what: "a line outside the file", line: 900 },
    { what: "no line", line: undefined },
  ])("finds the quote with $what and answers where it stands", ({ line }) => {
    const quote = "const  hash = md5( user.password );";

    expect(checkQuote({ file, quote, line }, text)).toEqual({ ok: true, line: 2, endLine: 2 });
  });

  it.each([
    { line: undefined, found: 4 },
    { line: 1, found: 4 },
    { line: 5, found: 4 },
    { line: 6, found: 4 },
    { line: 7, found: 8 },
    { line: 900, found: 8 },
  ])("takes the place nearest to line $line: $found", ({ line, found }) => {
    expect(checkQuote({ file, quote: "return check(hash);", line }, text)).toEqual({
      ok: true,
      line: found,
      endLine: found,
    });
  });

  it("finds a quote over several lines, begun and ended inside a line", () => {
    const quote = "\nmd5(user.password);\n\n\treturn check(\n";

    expect(checkQuote({ file, quote, line: 40, endLine: 50 }, text)).toEqual({
      ok: true,
      line: 2,
      endLine: 4,
    });
  });

  it.each([
    { what: "a line between is cut short", quote: "login(user) {\nconst hash\n\nreturn" },
    { what: "the first line ends early", quote: "const hash\n\nreturn check(hash);" },
    { what: "the last line begins late", quote: "const hash = md5(user.password);\n\ncheck(hash)" },
    { what: "a line is left out", quote: "md5(user.password);\nreturn check(hash);" },
    { what: "it goes on after the end", quote: "return check(hash);\n}\n\nfunction more" },
  ])("refuses a quote over several lines when $what", ({ quote }) => {
    expect(checkQuote({ file, quote }, text)).toMatchObject({ ok: false });
  });

  it("finds a quote that is the whole file", () => {
    expect(checkQuote({ file, quote: text }, text)).toEqual({ ok: true, line: 1, endLine: 9 });
  });

  it("does not care how lines end", () => {
    const windows = text.replaceAll("\n", "\r\n");

    expect(checkQuote({ file, quote: "}\n\nfunction reset" }, windows)).toEqual({
      ok: true,
      line: 5,
      endLine: 7,
    });
  });

  it("refuses a line outside the file and says how long the file is", () => {
    const long = "x\n".repeat(412);

    expect(checkQuote({ file, line: 900 }, long)).toEqual({
      ok: false,
      reason: "line 900 is outside src/a.ts (412 lines)",
    });
    expect(checkQuote({ file, line: 413 }, long)).toMatchObject({ ok: false });
    expect(checkQuote({ file, line: 412 }, long)).toEqual({ ok: true, line: 412 });
  });

  it.each([
    { content: "", size: "0 lines" },
    { content: "x", size: "1 line" },
    { content: "x\n", size: "1 line" },
    { content: "\n\n", size: "2 lines" },
  ])("counts $size in $content", ({ content, size }) => {
    expect(checkQuote({ file, line: 3 }, content)).toEqual({
      ok: false,
      reason: `line 3 is outside src/a.ts (${size})`,
    });
  });

  it("ends a span of lines with the file", () => {
    expect(checkQuote({ file, line: 8, endLine: 12 }, text)).toEqual({
      ok: true,
      line: 8,
      endLine: 9,
    });
    expect(checkQuote({ file, line: 2, endLine: 4 }, text)).toEqual({
      ok: true,
      line: 2,
      endLine: 4,
    });
  });
});
