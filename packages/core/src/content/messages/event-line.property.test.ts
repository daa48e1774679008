import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { inTime } from "../../testing/in-time.ts";
import { times } from "../../testing/scale.ts";
import { parseEventLine } from "./event-line.ts";

const RUNS = times(100_000);

const Loose = z.object({
  type: z.unknown(),
  task: z.unknown().optional(),
  agent: z.unknown().optional(),
  summary: z.unknown().optional(),
});

/** Says by other means than the parser whether a line is an event. */
function isEvent(line: string): boolean {
  const value = read(line);
  const event = Loose.safeParse(value);
  if (!event.success || Array.isArray(value) || /[\n\r]/.test(line.trim())) return false;
  if (line.length > 16_384 || depthOf(value) > 8 || !textsOf(value).every(isCleanText))
    return false;
  if (/[0-9]e400/.test(line)) return false;
  if (colonsOutsideTexts(line) !== keysOf(value).length) return false;
  if (keysOf(value).some((key) => ["__proto__", "constructor", "prototype"].includes(key))) {
    return false;
  }
  const { type, task = "a", agent = "a", summary = "" } = event.data;
  const known = type === "milestone" || type === "blocker" || type === "request_review";
  const short = typeof summary === "string" && summary.length <= 2_000;
  return known && short && [task, agent].every(isName);
}

function read(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isName(value: unknown): boolean {
  if (typeof value !== "string" || value.length === 0 || value.length > 64) return false;
  const inner = [...value].every((char) => /[A-Za-z0-9._@+-]/.test(char));
  return inner && /[A-Za-z0-9]/.test(value.slice(0, 1)) && /[A-Za-z0-9]/.test(value.slice(-1));
}

function isCleanText(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/** A key that occurs twice leaves more colons in the line than keys in its value. */
function colonsOutsideTexts(line: string): number {
  return line.replaceAll(/"(?:[^"\\]|\\.)*"/g, "").split(":").length - 1;
}

function children(value: unknown): unknown[] {
  return typeof value === "object" && value !== null ? Object.values(value) : [];
}

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...children(value).map(depthOf));
}

function keysOf(value: unknown): string[] {
  const own =
    typeof value === "object" && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
  return [...own, ...children(value).flatMap(keysOf)];
}

function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return [...keysOf(value), ...children(value).flatMap(textsOf)];
}

const token = fc.constantFrom(
  '"type":"milestone"',
  '"type":"blocker"',
  '"type" : "request_review"',
  '"type":"manual"',
  '"\\u0074ype":"milestone"',
  '"task":"ch-abc3"',
  '"task":"../x"',
  '"agent":"codex"',
  '"agent":7',
  '"summary":"ok {\\"type\\":1}"',
  '"summary":"a\\u0000"',
  '"summary":"\\ud800"',
  '"extra":{"a":[1,{"a":2}]}',
  '"extra":{"a":1,"a":2}',
  '"deep":[[[[[[[]]]]]]]',
  '"deep":[[[[[[[[]]]]]]]]',
  '"__proto__":{}',
  '"x":1e400',
);
const separator = fc.constantFrom(",", ",", ",", ",", ",", ", ", "", ",\n");
const line = fc
  .tuple(
    fc.constantFrom("{", "{", "{", "{", " {", "[", ""),
    fc.constantFrom('"type":"milestone"', '"type":"blocker"', '"kind":1'),
    fc.array(fc.tuple(separator, token), { maxLength: 3 }),
    fc.constantFrom("}", "}", "}", "}", "} ", "]", ""),
  )
  .map(([open, first, rest, close]) => open + first + rest.flat().join("") + close);
const noise = fc.string({ unit: "binary", maxLength: 40 });

describe("parseEventLine, fuzzed", () => {
  it("accepts exactly what is an event, never throws, never dawdles", () => {
    const seen = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(fc.oneof({ weight: 9, arbitrary: line }, noise), (text) => {
        const answer = parseInTime(text);
        if (answer.ok !== isEvent(text)) throw new Error("the oracle disagrees");
        const fields = answer.ok ? Object.keys(answer.event) : [];
        if (fields.some((key) => !(key in Loose.shape))) throw new Error("an unknown field");
        seen[answer.ok ? "accepted" : "refused"] += 1;
      }),
      { numRuns: RUNS },
    );

    expect(seen.accepted).toBeGreaterThan(RUNS / 20);
    expect(seen.refused).toBeGreaterThan(RUNS / 5);
  });
});

function parseInTime(text: string) {
  return inTime(100, () => parseEventLine(text));
}
