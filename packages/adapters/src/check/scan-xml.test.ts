import { describe, expect, it } from "vitest";
import { scanXml } from "./scan-xml.ts";

function root(text: string) {
  const scanned = scanXml(text);
  if (!scanned.ok) throw new Error(scanned.reason);
  return scanned.root;
}

describe("scanXml", () => {
  it("reads elements, attributes in both quotes, text, comments and literal sections", () => {
    const read = root(
      `\u{FEFF}<?xml version="1.0"?>\n<!-- <no> --><a b='1' c-d = "x &lt; y"> one <e/>&#65;&#x42;<![CDATA[<&>]]></a>\n`,
    );

    expect(read.name).toBe("a");
    expect([...read.attributes]).toEqual([
      ["b", "1"],
      ["c-d", "x < y"],
    ]);
    expect(read.text).toBe(" one AB<&>");
    expect(read.children.map(({ name }) => name)).toEqual(["e"]);
  });

  const WRONG = [
    ["<a><b></a></b>", /does not fit/],
    ["<a/><b/>", /two roots/],
    ["<a/>text", /outside/],
    ["<a", /not well formed/],
    ["<a b=1/>", /not well formed/],
    ['<a b="1" b="2"/>', /twice/],
    ["<a>&nbsp;</a>", /unknown entity/],
    ["<a>&#x110000;</a>", /does not exist/],
    ["<!-- ", /--> is missing/],
    ["<!DOCTYPE a><a/>", /document type/],
    ["<a>".repeat(40), /deeper than 32/],
    [`<a ${Array.from({ length: 70 }, (_, n) => `b${n}="1"`).join(" ")}/>`, /too many attributes/],
    [`<a>${"<b/>".repeat(100_001)}</a>`, /too many elements/],
  ] as const;

  it.each(WRONG.map(([text, reason]) => ({ text, reason })))(
    "refuses what is $reason",
    ({ text, reason }) => {
      const scanned = scanXml(text);
      expect(scanned.ok ? null : scanned.reason).toMatch(reason);
    },
  );

  it("keeps a bounded part of a long text", () => {
    expect(root(`<a>${"x".repeat(50_000)}</a>`).text).toHaveLength(20_000);
  });
});
