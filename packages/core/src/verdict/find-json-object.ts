import { parseStrictJson } from "../kernel/strict-json.ts";

const LIMITS = { maxChars: 1_000_000, maxDepth: 32 };

type Found = { ok: true; value: unknown } | { ok: false; reason: string };

/**
 * Extracts the one JSON object from a text that may contain prose and fences.
 *
 * A second object with other content makes the text ambiguous, and nothing is extracted.
 */
export function findJsonObject(text: string): Found {
  if (text.length > LIMITS.maxChars) {
    return { ok: false, reason: `the answer is longer than ${LIMITS.maxChars} characters` };
  }
  let object: string | null = null;
  let at = nextStart(text, 0);
  while (at !== null) {
    const end = endOfObject(text, at);
    if (end === null) return { ok: false, reason: "the answer ends inside a JSON object" };
    if (!beginsCleanly(text, at) || !endsCleanly(text, end)) {
      return { ok: false, reason: "the answer's JSON does not begin and end cleanly" };
    }
    const next = text.slice(at, end);
    if (object !== null && next !== object) {
      return { ok: false, reason: "the answer holds two different JSON objects" };
    }
    object = next;
    at = nextStart(text, end);
  }
  if (object === null) return { ok: false, reason: "the answer holds no JSON object" };

  const parsed = parseStrictJson(object, LIMITS);
  return parsed.ok
    ? parsed
    : { ok: false, reason: `the answer's JSON is refused: ${parsed.reason}` };
}

/** Returns the next start of an object: a brace and a key. Braces of prose or code do not match. */
function nextStart(text: string, from: number): number | null {
  const start = /\{\s*"/g;
  start.lastIndex = from;
  return start.exec(text)?.index ?? null;
}

/** Returns the position after the brace that closes the one at `start`. Braces in strings are ignored. */
function endOfObject(text: string, start: number): number | null {
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const char = text[at];
    if (char === "{") depth += 1;
    if (char === "}") depth -= 1;
    at = char === '"' ? endOfString(text, at) : at + 1;
    if (depth === 0) return at;
  }
  return null;
}

/** Returns true unless the object seems to be part of something larger. */
function beginsCleanly(text: string, start: number): boolean {
  return !/[{[,"]$|":$/.test(text.slice(0, start).trimEnd().slice(-2));
}

/**
 * Returns true if the object ends its line and no JSON follows.
 *
 * Otherwise an extra brace or quote has split it, or it is part of a list.
 */
function endsCleanly(text: string, end: number): boolean {
  const rest = /[ \t`]*(?:\r?\n|$)(?!\s*[,:"\]}])/y;
  rest.lastIndex = end;
  return rest.test(text);
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}
