import { describe, expect, it } from "vitest";
import { lastLines } from "./clean-output.ts";

const lines = (stdout: string, stderr = "", max = 200) =>
  lastLines({ stdout: Buffer.from(stdout), stderr: Buffer.from(stderr) }, max);
const ESCAPE = "\u{1B}";

describe("lastLines", () => {
  it.each([
    { what: "colours", text: `${ESCAPE}[1;31mred${ESCAPE}[0m`, seen: "red" },
    { what: "titles", text: `${ESCAPE}]0;name\u{7}after`, seen: "after" },
    {
      what: "links",
      text: `${ESCAPE}]8;;a:b${ESCAPE}\\text${ESCAPE}]8;;${ESCAPE}\\`,
      seen: "text",
    },
    { what: "a title that does not end", text: `${ESCAPE}]0;name`, seen: "0;name" },
    { what: "a lone escape", text: `a${ESCAPE}`, seen: "a" },
    { what: "other controls", text: "a\u{8}\u{0}\u{9B}b\u{7F}", seen: "ab" },
    { what: "hidden text", text: "a\u{202E}b\u{200B}\u{E0041}", seen: "ab" },
    { what: "lines written over", text: "10%\r20%\r\nend", seen: "10%\n20%\nend" },
    { what: "empty lines", text: "\n\na\n\n\n\n\nb\n\n", seen: "a\n\nb" },
  ])("makes $what harmless", ({ text, seen }) => {
    expect(lines(text)).toBe(seen);
  });

  it("keeps tabs and what other languages write", () => {
    expect(lines("\ta\té 日本")).toBe("a\té 日本");
  });

  it("puts errors last and gives each stream its part", () => {
    expect(lines("out", "err")).toBe("out\nerr");
    expect(lines("o".repeat(500), "e".repeat(500), 99)).toBe(
      `[…]\n${"o".repeat(45)}\n[…]\n${"e".repeat(45)}`,
    );
    expect(lines("o".repeat(500), "err", 50)).toBe(`[…]\n${"o".repeat(42)}\nerr`);
  });

  it("keeps the last lines, and never more than it may", () => {
    const many = Array.from({ length: 100 }, (_, index) => `${index}`).join("\n");

    expect(lines(many, "", 1_000).split("\n").slice(0, 2)).toEqual(["[…]", "60"]);
    for (const max of [10, 57, 300]) expect(lines(many, many, max).length).toBeLessThanOrEqual(max);
  });
});
