/** The classes of names in brackets, for bytes. */
const CLASSES: Readonly<Record<string, string>> = {
  alnum: "A-Za-z0-9",
  alpha: "A-Za-z",
  blank: " \\t",
  cntrl: "\\x00-\\x1f\\x7f",
  digit: "0-9",
  graph: "\\x21-\\x7e",
  lower: "a-z",
  print: "\\x20-\\x7e",
  punct: "\\x21-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7e",
  space: "\\s",
  upper: "A-Z",
  xdigit: "0-9A-Fa-f",
};

/**
 * Translates a pattern of git's attributes files into an expression over paths with one character per byte. Null if
 * it matches nothing.
 */
export function wildmatchPattern(pattern: string): RegExp | null {
  let source = "";
  for (let at = 0; at < pattern.length; ) {
    const part = partAt(pattern, at);
    if (part === null) return null;
    source += part.source;
    at += part.length;
  }
  return new RegExp(`^${source}$`, "s");
}

type Part = { source: string; length: number };

function partAt(pattern: string, at: number): Part | null {
  const char = pattern[at] ?? "";
  switch (char) {
    case "\\":
      return at + 1 < pattern.length ? { source: literal(pattern[at + 1] ?? ""), length: 2 } : null;
    case "?":
      return { source: "[^/]", length: 1 };
    case "*":
      return starsAt(pattern, at);
    case "[":
      return bracketAt(pattern, at);
    default:
      return { source: literal(char), length: 1 };
  }
}

/** Two stars between slashes match any folders. Others match within one name. */
function starsAt(pattern: string, at: number): Part {
  const length = /^\*+/.exec(pattern.slice(at))?.[0].length ?? 1;
  const startsName = at === 0 || pattern[at - 1] === "/";
  const next = pattern[at + length];
  if (length < 2 || !startsName) return { source: "[^/]*", length };
  if (next === undefined) return { source: ".*", length };
  if (next === "/") return { source: "(?:.*/)?", length: length + 1 };
  return { source: "[^/]*", length };
}

function bracketAt(pattern: string, at: number): Part | null {
  let next = at + 1;
  const isNegated = pattern[next] === "!" || pattern[next] === "^";
  if (isNegated) next += 1;
  let members = "";
  for (let isFirst = true; isFirst || pattern[next] !== "]"; isFirst = false) {
    const member = memberAt(pattern, next);
    if (member === null) return null;
    members += member.source;
    next += member.length;
  }
  const listed = members === "" ? "[]" : `[${members}]`;
  const source = isNegated ? `(?!/)${members === "" ? "[^]" : `[^${members}]`}` : `(?!/)${listed}`;
  return { source, length: next + 1 - at };
}

/** A class, a range or one character inside of brackets. Null if the bracket does not end. */
function memberAt(pattern: string, at: number): Part | null {
  const rest = pattern.slice(at);
  const [whole = "", name = ""] = /^\[:([a-z]*):\]/.exec(rest) ?? [];
  if (whole !== "") {
    const source = CLASSES[name];
    return source === undefined ? null : { source, length: whole.length };
  }
  const range = /^(\\.|[^\\])(?:-(\\.|[^\\\]]))?/s.exec(rest);
  if (range === null) return null;
  const [text, from = "", to] = range;
  const [first, last] = [from, to ?? from].map((one) => one.charCodeAt(one.length - 1));
  if (first === undefined || last === undefined) return null;
  const source = first > last ? "" : `${escaped(first)}-${escaped(last)}`;
  return { source, length: text.length };
}

function escaped(code: number): string {
  return `\\x${code.toString(16).padStart(2, "0")}`;
}

function literal(char: string): string {
  return char.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
