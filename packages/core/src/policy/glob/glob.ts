import { expandBraces } from "./expand-braces.ts";
import { readTokens, type Token } from "./glob-tokens.ts";

/** A compiled pattern. It matches a path if one of its alternatives does. */
export type CompiledGlob = {
  readonly pattern: string;
  readonly alternatives: readonly Alternative[];
};

/** Most paths are rejected by the texts that every match starts with, contains and ends with. */
type Alternative = {
  readonly tokens: readonly Token[];
  readonly prefix: string;
  readonly longest: string;
  readonly suffix: string;
};

const LONGEST_PATTERN = 256;
const SLASH = 47;

/**
 * Compiles a pattern for paths of a repository: `*`, `?`, `**` as a whole segment, `{a,b}`, `[a-z]`, `[!a]`,
 * backslash escapes. Dot files match. Everything else that looks like syntax is refused, never guessed.
 */
export function compileGlob(
  pattern: string,
): { ok: true; glob: CompiledGlob } | { ok: false; reason: string } {
  if (pattern.length > LONGEST_PATTERN) {
    return { ok: false, reason: `longer than ${LONGEST_PATTERN} characters` };
  }
  if (pattern.startsWith("!")) return { ok: false, reason: "a leading !; patterns cannot exclude" };
  const expansion = expandBraces(pattern);
  if (!expansion.ok) return expansion;

  const alternatives: Alternative[] = [];
  for (const expanded of expansion.patterns) {
    const read = readTokens(expanded);
    if (!read.ok) return read;
    alternatives.push({ tokens: read.tokens, ...literals(read.tokens) });
  }
  return { ok: true, glob: { pattern, alternatives } };
}

/** Returns true if a path matches. Time is proportional to path length times pattern length. */
export function matchesGlob(glob: CompiledGlob, path: string): boolean {
  return glob.alternatives.some(
    ({ tokens, prefix, longest, suffix }) =>
      path.startsWith(prefix) &&
      path.endsWith(suffix) &&
      path.includes(longest) &&
      matchesTokens(tokens, path),
  );
}

/**
 * Compiles patterns that are known to be valid, such as those of a loaded policy.
 *
 * Returns a function that tells whether any of them matches a path.
 */
export function compileGlobs(patterns: readonly string[]): (path: string) => boolean {
  const globs = patterns.map(validGlob);
  return (path) => globs.some((glob) => matchesGlob(glob, path));
}

/** A cache, because policies use the same few patterns and compiling costs more than matching. */
const known = new Map<string, CompiledGlob>();
const MAX_KNOWN = 2_000;

function validGlob(pattern: string): CompiledGlob {
  const before = known.get(pattern);
  if (before !== undefined) return before;
  const compiled = compileGlob(pattern);
  if (!compiled.ok) throw new Error(`compileGlobs: ${pattern}: ${compiled.reason}`);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(pattern, compiled.glob);
  return compiled.glob;
}

function literals(tokens: readonly Token[]): Omit<Alternative, "tokens"> {
  const runs = [""];
  for (const token of tokens) {
    if (token.is !== "char") runs.push("");
    else runs.push((runs.pop() ?? "") + String.fromCodePoint(token.code));
  }
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), "");
  return { prefix: runs[0] ?? "", longest, suffix: runs.at(-1) ?? "" };
}

/** The possible positions in a pattern, and the step at which each was last added. */
type Walk = {
  readonly tokens: readonly Token[];
  readonly lastStep: Int32Array;
  step: number;
  positions: Int32Array;
  count: number;
  spare: Int32Array;
};

/** Reads the path once, with all possible positions in parallel, so that there is no backtracking. */
function matchesTokens(tokens: readonly Token[], path: string): boolean {
  const walk = startWalk(tokens);
  for (let at = 0; at < path.length; ) {
    const code = path.codePointAt(at) ?? 0;
    if (advance(walk, code)) return true;
    if (walk.count === 0) return false;
    at = nextToRead(walk, path, at + (code > 0xffff ? 2 : 1));
  }
  return walk.positions.subarray(0, walk.count).some((position) => mayEndAt(tokens, position));
}

function startWalk(tokens: readonly Token[]): Walk {
  const size = tokens.length + 1;
  const walk: Walk = {
    tokens,
    lastStep: new Int32Array(size),
    step: 1,
    positions: new Int32Array(size),
    count: 0,
    spare: new Int32Array(size),
  };
  enter(walk, 0);
  return walk;
}

/** Inside a double star only a slash can change the positions. */
function nextToRead(walk: Walk, path: string, at: number): number {
  if (walk.count !== 1 || walk.tokens[walk.positions[0] ?? 0]?.is !== "folders") return at;
  const slash = path.indexOf("/", at);
  return slash === -1 ? path.length : slash;
}

/** Reads one character. Returns true if any continuation matches. */
function advance(walk: Walk, code: number): boolean {
  const { positions: before, count } = walk;
  walk.positions = walk.spare;
  walk.spare = before;
  walk.count = 0;
  walk.step += 1;
  for (let i = 0; i < count; i += 1) {
    const position = before[i] ?? 0;
    const token = walk.tokens[position];
    if (token === undefined) continue;
    if (token.is === "all" || (token.is === "below" && code === SLASH)) return true;
    move(walk, position, token, code);
  }
  return false;
}

function move(walk: Walk, position: number, token: Token, code: number): void {
  if (token.is === "folders") {
    keep(walk, position);
    if (code === SLASH) enter(walk, position + 1);
  } else if (token.is === "star") {
    if (code !== SLASH) enter(walk, position);
  } else if (accepts(token, code)) enter(walk, position + 1);
}

function accepts(token: Token, code: number): boolean {
  switch (token.is) {
    case "char":
      return token.code === code;
    case "any":
      return code !== SLASH;
    case "set":
      return (
        code !== SLASH &&
        token.ranges.some((range) => range.from <= code && code <= range.to) !== token.negated
      );
    default:
      return false;
  }
}

/** Adds a position and those reachable from it without reading a character. */
function enter(walk: Walk, from: number): void {
  let position = from;
  while (keep(walk, position)) {
    const is = walk.tokens[position]?.is;
    if (is !== "star" && is !== "folders") return;
    position += 1;
  }
}

function keep(walk: Walk, position: number): boolean {
  if (walk.lastStep[position] === walk.step) return false;
  walk.lastStep[position] = walk.step;
  walk.positions[walk.count] = position;
  walk.count += 1;
  return true;
}

function mayEndAt(tokens: readonly Token[], position: number): boolean {
  const token = tokens[position];
  return token === undefined || token.is === "below" || token.is === "all";
}
