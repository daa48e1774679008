import { describe, expect, it } from "vitest";
import { trimOutput } from "./trim-output.ts";

const lines = (stdout: string, stderr = "", max = 200) =>
  trimOutput({ stdout: Buffer.from(stdout), stderr: Buffer.from(stderr) }, max);
const ESCAPE = "\u{1B}";

describe("firstAndLastLines", () => {
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
      `${"o".repeat(22)}\n[…]\n${"o".repeat(22)}\n${"e".repeat(8)}\n[…]\n${"e".repeat(8)}`,
    );
    expect(lines("o".repeat(500), "err", 60)).toBe(
      `${"o".repeat(12)}\n[…]\n${"o".repeat(12)}\nerr`,
    );
  });

  it("keeps the first and the last lines, and never more than it may", () => {
    const many = Array.from({ length: 100 }, (_, index) => `line ${index}`).join("\n");

    const kept = lines(many, "", 1_000).split("\n");
    expect(kept.slice(0, 2)).toEqual(["line 0", "line 1"]);
    expect(kept.slice(19, 22)).toEqual(["line 19", "[… 60 lines left out …]", "line 80"]);
    expect(kept.at(-1)).toBe("line 99");
    for (const max of [10, 57, 300]) expect(lines(many, many, max).length).toBeLessThanOrEqual(max);
  });
});
