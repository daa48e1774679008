/** One token of a pattern without braces. Every token has every field, which keeps the matcher fast. */
export type Token = {
  readonly is: "char" | "any" | "star" | "set" | DoubleStar;
  /** The code point of a `char`. */
  readonly code: number;
  /** The members of a `set`. */
  readonly ranges: readonly Range[];
  readonly negated: boolean;
};

/**
 * `folders`: a double star and its slash: nothing, or anything that ends with a slash.
 * `below`: a slash and a double star at the end: nothing, or a slash and anything.
 * `all`: a double star alone: anything.
 */
type DoubleStar = "folders" | "below" | "all";

type Range = { readonly from: number; readonly to: number };

export type GlobTokens = { ok: true; tokens: Token[] } | { ok: false; reason: string };

const MAX_DOUBLE_STARS = 8;

/** Reads one pattern without braces, segment by segment. */
export function readTokens(pattern: string): GlobTokens {
  const segments = splitSegments(pattern);
  const problem = segmentProblem(segments) ?? doubleStarProblem(segments);
  if (problem !== undefined) return { ok: false, reason: problem };

  const kept = segments.filter((segment, i) => segment !== "**" || segments[i + 1] !== "**");
  const tokens: Token[] = [];
  for (const [i, segment] of kept.entries()) {
    const isLast = i === kept.length - 1;
    if (segment === "**") {
      tokens.push(doubleStar(i === 0, isLast));
      continue;
    }
    const reason = readSegment(segment, tokens);
    if (reason !== undefined) return { ok: false, reason };
    if (!isLast && !(i === kept.length - 2 && kept[i + 1] === "**")) tokens.push(char("/"));
  }
  return { ok: true, tokens };
}

function doubleStar(isFirst: boolean, isLast: boolean): Token {
  if (!isLast) return token("folders");
  return token(isFirst ? "all" : "below");
}

/** Splits at every slash that is neither escaped nor inside a set. */
function splitSegments(pattern: string): string[] {
  const segments: string[] = [];
  let start = 0;
  let inSet = false;
  for (let at = 0; at < pattern.length; at += 1) {
    const char = pattern.charAt(at);
    if (char === "\\") at += 1;
    else if (char === "[") inSet = true;
    else if (char === "]") inSet = false;
    else if (char === "/" && !inSet) {
      segments.push(pattern.slice(start, at));
      start = at + 1;
    }
  }
  return [...segments, pattern.slice(start)];
}

function segmentProblem(segments: readonly string[]): string | undefined {
  if (segments.length === 1 && segments[0] === "") return "an empty pattern";
  if (segments[0] === "")
    return "a leading slash; paths start at the repository's root without one";
  if (segments.at(-1) === "") return "a trailing slash; write folder/** for what is in a folder";
  if (segments.includes("")) return "an empty segment (//)";
  if (segments.includes(".") || segments.includes("..")) return "a segment . or ..";
  return undefined;
}

function doubleStarProblem(segments: readonly string[]): string | undefined {
  if (segments.some((segment) => segment !== "**" && hasDoubleStar(segment))) {
    return "a ** that is not a whole segment; write **/*.ts";
  }
  if (segments.filter((segment) => segment === "**").length > MAX_DOUBLE_STARS) {
    return `more than ${MAX_DOUBLE_STARS} double stars`;
  }
  return undefined;
}

function hasDoubleStar(segment: string): boolean {
  return segment.replaceAll(/\\.|\[[^\]]*\]/gsu, "-").includes("**");
}

/** Adds the tokens of one segment. Returns a reason if it is invalid. */
function readSegment(segment: string, tokens: Token[]): string | undefined {
  const chars = [...segment];
  for (let at = 0; at < chars.length; ) {
    const read = readToken(chars, at);
    if (!read.ok) return read.reason;
    tokens.push(read.token);
    at = read.next;
  }
  return undefined;
}

type TokenRead = { ok: true; token: Token; next: number } | { ok: false; reason: string };

function readToken(chars: readonly string[], at: number): TokenRead {
  const symbol = chars[at] ?? "";
  if ("@+!?*".includes(symbol) && chars[at + 1] === "(") {
    return refuse(
      `${symbol}( is not supported; escape the bracket as \\( if it is part of the name`,
    );
  }
  if (symbol === "[") return readSet(chars, at);
  if (symbol !== "\\") return { ok: true, token: plain(symbol), next: at + 1 };
  const escaped = chars[at + 1];
  if (escaped === undefined) return refuse("a backslash at the end of a segment");
  return { ok: true, token: char(escaped), next: at + 2 };
}

function plain(symbol: string): Token {
  if (symbol === "*") return token("star");
  if (symbol === "?") return token("any");
  return char(symbol);
}

function char(symbol: string): Token {
  return token("char", codeOf(symbol));
}

function token(is: Token["is"], code = 0, ranges: readonly Range[] = [], negated = false): Token {
  return { is, code, ranges, negated };
}

function codeOf(symbol: string): number {
  return symbol.codePointAt(0) ?? 0;
}

function readSet(chars: readonly string[], start: number): TokenRead {
  const negated = chars[start + 1] === "!" || chars[start + 1] === "^";
  const ranges: Range[] = [];
  let at = start + (negated ? 2 : 1);
  while (at < chars.length && chars[at] !== "]") {
    if (chars[at] === "[" && chars[at + 1] === ":") return refuse("a named set such as [:alpha:]");
    const range = readRange(chars, at);
    if (range.to < range.from) return refuse("a range that runs backwards, as in [z-a]");
    ranges.push(range);
    at = range.next;
  }
  if (at >= chars.length) return refuse("a [ without its ]");
  if (ranges.length === 0) return refuse("an empty set []");
  return { ok: true, token: token("set", 0, ranges, negated), next: at + 1 };
}

function readRange(chars: readonly string[], at: number): Range & { next: number } {
  const first = readMember(chars, at);
  const isRange = chars[first.next] === "-" && (chars[first.next + 1] ?? "]") !== "]";
  const last = isRange ? readMember(chars, first.next + 1) : first;
  return { from: first.code, to: last.code, next: last.next };
}

function readMember(chars: readonly string[], at: number): { code: number; next: number } {
  const escaped = chars[at] === "\\" && at + 1 < chars.length;
  const symbol = chars[escaped ? at + 1 : at] ?? "";
  return { code: codeOf(symbol), next: at + (escaped ? 2 : 1) };
}

function refuse(reason: string): TokenRead {
  return { ok: false, reason };
}
