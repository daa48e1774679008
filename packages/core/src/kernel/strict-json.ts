/** `maxChars` counts UTF-16 code units, `maxDepth` nested objects and lists. */
type JsonLimits = { maxChars: number; maxDepth: number };

type StrictJson = { ok: true; value: unknown } | { ok: false; reason: string };

/** The keys of each open object, and null for each open list. */
type Open = (Set<string> | null)[];

const PROTOTYPE_KEYS: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/**
 * Parses JSON from an untrusted sender, in linear time.
 *
 * Refuses input that parsers interpret differently: duplicate keys, prototype keys, NUL, lone surrogates and
 * numbers that do not fit.
 */
export function parseStrictJson(text: string, limits: JsonLimits): StrictJson {
  if (text.length > limits.maxChars) return refuse(`longer than ${limits.maxChars} characters`);

  const plain = parsePlain(text, limits.maxDepth);
  if (plain !== undefined) return { ok: true, value: plain };
  try {
    const fault = textFault(text) ?? structureFault(text, limits.maxDepth);
    if (fault !== null) return refuse(fault);

    const value: unknown = JSON.parse(text);
    return numbersFit(value) ? { ok: true, value } : refuse("a number too large");
  } catch (error) {
    if (error instanceof SyntaxError) return refuse("not JSON");
    throw error;
  }
}

/** Maximum characters that are parsed before their depth is known. */
const MAX_PLAIN = 256 * 1024;

/**
 * Parses compact JSON without escapes, as programs write it. Undefined for all other text, and for JSON to be refused.
 *
 * The parser drops duplicate keys, so a text that equals its value written again has none. Without an escape, the parser
 * itself refuses a NUL.
 */
function parsePlain(text: string, maxDepth: number): unknown {
  if (text.length > MAX_PLAIN || text.includes("\\") || !text.isWellFormed()) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isPlain(value, maxDepth) && JSON.stringify(value) === text ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Returns true if a parsed value is nested no deeper than this, and has no prototype keys and only finite numbers. */
function isPlain(value: unknown, depth: number): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || value === null) return true;
  if (depth === 0) return false;
  if (Array.isArray(value)) return value.every((item) => isPlain(item, depth - 1));
  for (const [key, item] of Object.entries(value))
    if (PROTOTYPE_KEYS.has(key) || !isPlain(item, depth - 1)) return false;
  return true;
}

/** Runs before the parser, so that the parser never exceeds its maximum depth. */
function structureFault(text: string, maxDepth: number): string | null {
  const open: Open = [];
  let keyNext = false;
  let at = 0;
  while (at < text.length) {
    if (text[at] === '"') {
      const end = endOfString(text, at);
      const fault = stringFault(text.slice(at, end), keyNext ? open.at(-1) : null);
      if (fault !== null) return fault;
      keyNext = false;
      at = end;
      continue;
    }
    keyNext = punctuate(open, text[at], keyNext);
    if (open.length > maxDepth) return `nested deeper than ${maxDepth}`;
    at += 1;
  }
  return null;
}

/** Processes one character outside strings and returns whether the next string is a key. */
function punctuate(open: Open, char: string | undefined, keyNext: boolean): boolean {
  switch (char) {
    case "{":
      open.push(new Set());
      return true;
    case "[":
      open.push(null);
      return false;
    case "}":
    case "]":
      open.pop();
      return false;
    case ",":
      return true;
    default:
      return keyNext;
  }
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}

function stringFault(quoted: string, keys: Set<string> | null | undefined): string | null {
  const text = quoted.includes("\\") ? String(JSON.parse(quoted)) : quoted.slice(1, -1);
  const fault = textFault(text);
  if (fault !== null || !keys) return fault;

  if (PROTOTYPE_KEYS.has(text)) return `forbidden key "${text}"`;
  if (keys.has(text)) return `duplicate key ${JSON.stringify(text.slice(0, 40).toWellFormed())}`;
  keys.add(text);
  return null;
}

function textFault(text: string): string | null {
  if (text.includes("\0")) return "a NUL character";
  return text.isWellFormed() ? null : "a lone surrogate";
}

function numbersFit(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || value === null) return true;
  return Object.values(value).every(numbersFit);
}

function refuse(reason: string): StrictJson {
  return { ok: false, reason };
}
