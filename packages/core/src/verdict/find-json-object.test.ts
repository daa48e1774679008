import { describe, expect, it } from "vitest";
import { findJsonObject } from "./find-json-object.ts";

const json = '{"verdict":"approved","summary":"a } and a \\" and {\\"x\\":1}"}';
const value = { verdict: "approved", summary: 'a } and a " and {"x":1}' };

describe("findJsonObject", () => {
  it.each([
    { what: "alone", text: json },
    { what: "between white space", text: `\n\n  ${json}\n` },
    { what: "in a fence", text: `\`\`\`json\n${json}\n\`\`\`` },
    {
      what: "in a fence with prose around it",
      text: `I looked.\n\n\`\`\`\n${json}\n\`\`\`\nDone.`,
    },
    { what: "in prose without a fence", text: `My answer: ${json}\nThat is all.` },
    { what: "after code in braces", text: `if (x) { return } else {} ${json}` },
    { what: "in a code span", text: `Answer: \`${json}\`  \r\nDone.` },
    { what: "said twice in the same words", text: `${json}\n\nAgain:\n${json}` },
  ])("takes the object that stands $what", ({ text }) => {
    expect(findJsonObject(text)).toEqual({ ok: true, value });
  });

  it("takes an object with white space before its first key", () => {
    expect(findJsonObject('{ \n\t"a": {"b": []} }')).toEqual({ ok: true, value: { a: { b: [] } } });
  });

  it.each([
    { text: "", reason: "the answer holds no JSON object" },
    { text: "LGTM, approved!", reason: "the answer holds no JSON object" },
    { text: "[]", reason: "the answer holds no JSON object" },
    { text: "{}", reason: "the answer holds no JSON object" },
    { text: JSON.stringify(json), reason: "the answer holds no JSON object" },
    { text: json.slice(0, -1), reason: "the answer ends inside a JSON object" },
    { text: '{"a":"\\', reason: "the answer ends inside a JSON object" },
    { text: `${json}\n{"verdict`, reason: "the answer ends inside a JSON object" },
    {
      text: `${json}\n{"verdict":"blocker"}`,
      reason: "the answer holds two different JSON objects",
    },
    { text: '{"a":1} and more', reason: "the answer's JSON does not begin and end cleanly" },
    { text: '{"a":1}"}', reason: "the answer's JSON does not begin and end cleanly" },
    { text: '[{"a":1},{"a":2}]', reason: "the answer's JSON does not begin and end cleanly" },
    { text: '[{"a":1}]', reason: "the answer's JSON does not begin and end cleanly" },
    { text: '{"a":1}\n , "b":2}', reason: "the answer's JSON does not begin and end cleanly" },
    { text: '{{"a":1}', reason: "the answer's JSON does not begin and end cleanly" },
    { text: '[\n{"a":1}', reason: "the answer's JSON does not begin and end cleanly" },
    { text: '"b":2, {"a":1}', reason: "the answer's JSON does not begin and end cleanly" },
    { text: '"b": {"a":1}', reason: "the answer's JSON does not begin and end cleanly" },
    { text: 'he said "{"a":1}', reason: "the answer's JSON does not begin and end cleanly" },
    { text: '{"a":1}}', reason: "the answer's JSON does not begin and end cleanly" },
    { text: '{"a":1,}', reason: "the answer's JSON is refused: not JSON" },
    { text: '{"a":1,"a":2}', reason: 'the answer\'s JSON is refused: duplicate key "a"' },
    { text: '{"__proto__":1}', reason: 'the answer\'s JSON is refused: forbidden key "__proto__"' },
    { text: '{"a":1e999}', reason: "the answer's JSON is refused: a number too large" },
    { text: '{"a":"\\ud800"}', reason: "the answer's JSON is refused: a lone surrogate" },
  ])("finds nothing in $text: $reason", ({ text, reason }) => {
    expect(findJsonObject(text)).toEqual({ ok: false, reason });
  });

  it("refuses what is longer than a million characters", () => {
    const object = (length: number) => `{"a":"${"x".repeat(length - 8)}"}`;

    expect(findJsonObject(object(1_000_000))).toMatchObject({ ok: true });
    expect(findJsonObject(object(1_000_001))).toEqual({
      ok: false,
      reason: "the answer is longer than 1000000 characters",
    });
  });

  it("refuses what is nested deeper than 32", () => {
    const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;

    expect(findJsonObject(nested(32))).toMatchObject({ ok: true });
    expect(findJsonObject(nested(33))).toEqual({
      ok: false,
      reason: "the answer's JSON is refused: nested deeper than 32",
    });
  });
});
