import { describe, expect, it } from "vitest";
import {
  almostTokens,
  numbersFrom,
  tokenExample,
  withWrongChecksum,
} from "../../testing/token-examples.ts";
import { crc32 } from "./checksums.ts";
import { findSecrets, redactSecrets } from "./secret-text.ts";
import { parseFormats } from "./token-format.ts";
import { secretVendor, TOKEN_FORMATS } from "./token-formats.ts";

const EXAMPLES_PER_PREFIX = 3;
const LEAST_FOUND = 0.95;

const STARTS = TOKEN_FORMATS.flatMap((format) =>
  format.prefixes.map((prefix) => ({ format, prefix })),
);

describe("the formats of tokens", () => {
  it("begin with our own and cover at least 200 vendors", () => {
    const vendors = new Set(TOKEN_FORMATS.flatMap(({ vendor }) => vendor ?? []));

    expect(TOKEN_FORMATS[0]?.what).toBe("countersign token");
    expect(vendors.size).toBeGreaterThanOrEqual(200);
    expect(secretVendor("Fly.io access token")).toBe("Fly.io");
    expect(secretVendor("JSON web token")).toBeNull();
    expect(secretVendor("password or key")).toBeNull();
  });

  it("are found in at least 95 % of bare examples, and named", async ({ annotate }) => {
    const pick = numbersFrom(1);
    const missed: string[] = [];
    let tried = 0;
    for (const { format, prefix } of STARTS) {
      for (let example = 0; example < EXAMPLES_PER_PREFIX; example += 1) {
        const token = tokenExample(format, prefix, pick);
        const found = findSecrets(`f("${token}")`);
        const [first] = found;
        const isWhole = first?.start === 3 && first.end === 3 + token.length;
        if (found.length !== 1 || !isWhole || secretVendor(first.what) !== format.vendor)
          missed.push(`${format.what} ${prefix}`);
        tried += 1;
      }
    }

    await annotate(`found ${tried - missed.length} of ${tried} bare tokens`);
    expect(tried).toBeGreaterThan(EXAMPLES_PER_PREFIX * 400);
    expect((tried - missed.length) / tried, missed.join("\n")).toBeGreaterThanOrEqual(LEAST_FOUND);
    expect(new Set(missed).size, missed.join("\n")).toBeLessThanOrEqual(10);
  });

  it.each(STARTS)("leave what is almost a $format.what ($prefix) alone", ({ format, prefix }) => {
    for (const { wrong, text } of almostTokens(format, prefix, numbersFrom(prefix.length))) {
      const named = findSecrets(`f("${text}")`).filter(({ what }) => what === format.what);
      expect(named, wrong).toEqual([]);
    }
  });

  it.each(TOKEN_FORMATS.filter(({ proof }) => proof !== null))(
    "find a $what with the right checksum inside a longer word",
    (format) => {
      const token = shortestToken(format);

      expect(redactSecrets(`"a${token}b"`)).toBe(`"a[${format.what}]b"`);
      expect(findSecrets(`"a${withWrongChecksum(token)}b"`)).toEqual([]);
    },
  );

  it("compute the checksum that every implementation of CRC-32 names", () => {
    expect(crc32("123456789")).toBe(0xcbf43926);
  });

  it.each([
    ["hex", "unknown part of a token: hex"],
    ["hexx*3", "unknown alphabet: hexx"],
  ])("refuse the body %j", (body, message) => {
    expect(() => parseFormats([["A", "key", "a_", body]])).toThrow(message);
  });

  it("cover the whole of a token that begins inside another credential", () => {
    const [own] = TOKEN_FORMATS.flatMap((format) => tokenExample(format, "cs_", numbersFrom(4)));
    const address = "https://hooks.slack.com/services/T0AAAAAAA/B0AAAAAAA";

    expect(redactSecrets(`${address}/${"a1B2".repeat(5)}${own}`)).toBe(
      "https://hooks.slack.com/services/[Slack address]",
    );
  });
});

/** A token of the least length, so that nothing but its checksum ends it. */
function shortestToken(format: (typeof TOKEN_FORMATS)[number]): string {
  const parts = format.parts.map((part) =>
    typeof part === "string" ? part : { ...part, max: part.min },
  );
  return tokenExample({ ...format, parts }, format.prefixes[0] ?? "", numbersFrom(5));
}
