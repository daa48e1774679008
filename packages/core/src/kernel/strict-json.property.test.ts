import fc from "fast-check";
import { expect, it } from "vitest";
import { parseStrictJson } from "./strict-json.ts";

const LIMITS = { maxChars: 10_000, maxDepth: 4 };
const RUNS = 5_000;

const key = fc.constantFrom("a", "b", "1", "toString", "constructor", "__proto__", "é", "\ud800");
const leaf = fc.oneof(
  fc.constantFrom("null", "true", "-0", "0", "1e3", "1e999", '"\\u0000"', '"\\n"', '"\0"', "x"),
  fc.string({ maxLength: 5 }).map((text) => JSON.stringify(text)),
  fc.integer().map(String),
);

/** JSON as a sender might write it, with repeated keys and all that is refused. */
const { value: written } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    leaf,
    fc.array(tie("value"), { maxLength: 3 }).map((items) => `[${items.join(",")}]`),
    fc
      .array(fc.tuple(key, tie("value")), { maxLength: 3 })
      .map((entries) => `{${entries.map(([name, value]) => `"${name}":${value}`).join(",")}}`),
  ),
}));

it("answers for compact text as for the same text with a space, however it is read", () => {
  let accepted = 0;
  fc.assert(
    fc.property(written, (text) => {
      const compact = parseStrictJson(text, LIMITS);
      expect(compact).toEqual(parseStrictJson(` ${text}`, LIMITS));
      accepted += compact.ok ? 1 : 0;
    }),
    { numRuns: RUNS },
  );
  expect(accepted).toBeGreaterThan(RUNS / 10);
  expect(accepted).toBeLessThan(RUNS * 0.95);
});
