import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inTime } from "../../testing/in-time.ts";
import { times } from "../../testing/scale.ts";
import { compileGlob, matchesGlob } from "./glob.ts";

const PAIRS = times(100_000);
const SLOW_MS = 5;

type Outcome = "refused" | "matched" | "unmatched";

function tryGlob(pattern: string, path: string): Outcome {
  const compiled = compileGlob(pattern);
  if (!compiled.ok) return "refused";
  return matchesGlob(compiled.glob, path) ? "matched" : "unmatched";
}

const piece = fc.constantFrom(
  ...["a", "b", "ab", ".", "-", "/", "/", "*", "*", "?", "**", "**/", "/**", "**/a/", "{a,b}"],
  ...["{a,{b,c}}", "{,a}", "{", "}", ",", "[ab]", "[!a]", "[a-c]", "[", "]", "\\", "\\*", "!"],
  ...["(", ")", "@(", "+(a)", "|", "ü", "😀", " "],
);
const patterns = fc.array(piece, { minLength: 1, maxLength: 40 }).map((parts) => parts.join(""));
const paths = fc
  .array(fc.constantFrom("a", "b", "ab", "aaaaaaaa", ".", "/", "/", "ü", "😀", "-"), {
    minLength: 1,
    maxLength: 60,
  })
  .map((parts) => parts.join(""));

describe("a glob", () => {
  it(`is matched in ${SLOW_MS} ms or refused, for ${PAIRS} random pairs`, () => {
    const seen = { refused: 0, matched: 0, unmatched: 0 };
    fc.assert(
      fc.property(patterns, paths, (pattern, path) => {
        seen[inTime(SLOW_MS, () => tryGlob(pattern, path))] += 1;
      }),
      { numRuns: PAIRS },
    );

    expect(seen.refused + seen.matched + seen.unmatched).toBe(PAIRS);
    expect(seen.refused).toBeGreaterThan(PAIRS / 2);
    expect(seen.unmatched).toBeGreaterThan(PAIRS / 100);
    expect(seen.matched).toBeGreaterThan(PAIRS / 1_000);
  });

  it("matches what it was made from, with any part replaced by stars", () => {
    const name = fc.string({ unit: fc.constantFrom("a", "b", ".", "-", "é"), minLength: 1 });
    const segment = name.filter((text) => text !== "." && text !== "..");
    let stars = 0;
    fc.assert(
      fc.property(
        fc.array(fc.tuple(segment, fc.nat(3)), { minLength: 1, maxLength: 8 }),
        (parts) => {
          const path = parts.map(([text]) => text).join("/");
          const forms = parts.map(([text, form]) => [text, "*", `${text}*`, "**"][form] ?? text);
          stars += forms.filter((form) => form === "**").length;
          const compiled = compileGlob(forms.join("/"));
          if (!compiled.ok) throw new Error(`refused: ${forms.join("/")}`);
          if (!matchesGlob(compiled.glob, path)) throw new Error(`${forms.join("/")} on ${path}`);
        },
      ),
      { numRuns: PAIRS / 10 },
    );

    expect(stars).toBeGreaterThan(PAIRS / 10);
  });

  const long = "a".repeat(4_096);
  const deep = "a/".repeat(2_000);

  it.each([
    ["**/a/".repeat(13).slice(0, -1)],
    ["**/a/".repeat(8).slice(0, -1)],
    ["*a".repeat(25)],
    ["*?".repeat(20)],
    ["{a,b}".repeat(22)],
    ["{a,b}".repeat(6)],
    ["*a*a*a*a*a*a*a*a*b"],
    ["*".repeat(20)],
    ["**/**/**/**/**/**/**/**/b"],
    ["?*".repeat(28)],
    ["*(*(*(a)))"],
    ["+(a|*)".repeat(8)],
    ["[!b]*".repeat(40)],
    ["{{{{{{{{{{a,b},c},d},e},f},g},h},i},j},k}*b"],
    ["{".repeat(256)],
    ["[".repeat(256)],
    [`{${"a,".repeat(120)}a}`],
    ["*a".repeat(128)],
  ])("that is hostile, %s, costs no more", (pattern) => {
    for (const path of [long, `${long}b`, deep, `${deep}b`]) {
      const compiled = compileGlob(pattern);
      if (compiled.ok) expect(compiled.glob.alternatives.length).toBeLessThanOrEqual(100);
      inTime(250, () => tryGlob(pattern, path)); // as long as a path can be
    }
    inTime(SLOW_MS, () => tryGlob(pattern, long.slice(0, 64)));
  });
});
