import { isExample, looksRandom } from "./placeholder.ts";
import type { CharacterRun, TokenFormat } from "./token-format.ts";
import { TOKEN_FORMATS } from "./token-formats.ts";

type FoundToken = { what: string; start: number; end: number };

type Start = { prefix: string; format: TokenFormat };

/**
 * The state of one pass. Each format continues after its last token, and run ends are cached, so that repeated
 * prefixes inside a run do not read it again.
 */
type Scan = { text: string; resumeAt: Int32Array; runs: Int32Array };

const ASCII = 128;
const NOT_FOUND = -1;

/** Maximum characters from the longest possible token back to a word boundary. */
const MAX_STEP_BACK = 400;

/** The formats by the first two characters of their prefixes. */
const STARTS = indexStarts(TOKEN_FORMATS);

const RUN_COUNT = TOKEN_FORMATS.flatMap(({ lead, parts }) => [lead, ...parts]).length;

/** Finds tokens by the formats of their vendors, in one pass and in linear time. */
export function findTokens(text: string): FoundToken[] {
  const found: FoundToken[] = [];
  let scan: Scan | null = null;
  let first = text.charCodeAt(0);
  for (let at = 0; at + 1 < text.length; at += 1) {
    const second = text.charCodeAt(at + 1);
    const starts = first < ASCII && second < ASCII ? STARTS[first * ASCII + second] : undefined;
    first = second;
    if (starts === undefined) continue;
    scan ??= startScan(text);
    readTokens(scan, starts, at, found);
  }
  return found;
}

/** Adds the tokens that start here to `found`. */
function readTokens(scan: Scan, starts: readonly Start[], at: number, found: FoundToken[]): void {
  for (const start of starts) {
    if (!scan.text.startsWith(start.prefix, at)) continue;
    const token = readToken(scan, start, at);
    if (token !== null) found.push(token);
  }
}

function startScan(text: string): Scan {
  return {
    text,
    resumeAt: new Int32Array(TOKEN_FORMATS.length),
    runs: new Int32Array(2 * RUN_COUNT),
  };
}

function readToken(scan: Scan, { prefix, format }: Start, at: number): FoundToken | null {
  const { lead, index, what } = format;
  const start = at - (lead?.min ?? 0);
  if (start < (scan.resumeAt[index] ?? 0)) return null;
  const isFree = format.isAnywhere || !isInsideWord(scan.text, start);
  if (!isFree && format.proof === null) return null;
  if (!hasLead(scan, lead, start, at)) return null;
  const body = at + prefix.length;
  const longest = readParts(scan, format, body, "longest");
  const isWhole = isFree && longest !== NOT_FOUND && !goesOn(scan.text, longest);
  const end = isWhole ? longest : readProven(scan, format, start, body);
  if (end === NOT_FOUND) return null;
  scan.resumeAt[index] = end;
  return !isWhole || isCredible(scan.text, format, start, body, end) ? { what, start, end } : null;
}

function hasLead(scan: Scan, lead: CharacterRun | null, start: number, at: number): boolean {
  return lead === null || (start >= 0 && readRun(scan, lead, start, lead.max) === at);
}

/** Returns the end of a token with a valid checksum, whatever surrounds it. */
function readProven(scan: Scan, format: TokenFormat, start: number, body: number): number {
  if (format.proof === null) return NOT_FOUND;
  const end = readParts(scan, format, body, "shortest");
  if (end === NOT_FOUND || !endsIn(format.proof, scan.text.slice(start, end))) return NOT_FOUND;
  return end;
}

function readParts(
  scan: Scan,
  { parts }: TokenFormat,
  from: number,
  size: "longest" | "shortest",
): number {
  let at = from;
  for (const part of parts) {
    at = typeof part === "string" ? readLiteral(scan, part, at) : readPart(scan, part, at, size);
    if (at === NOT_FOUND) return NOT_FOUND;
  }
  return at;
}

function readLiteral({ text }: Scan, literal: string, at: number): number {
  return text.startsWith(literal, at) ? at + literal.length : NOT_FOUND;
}

function readPart(scan: Scan, run: CharacterRun, at: number, size: "longest" | "shortest"): number {
  const least = at + run.min;
  if (size === "shortest") return readRun(scan, run, at, run.min) < least ? NOT_FOUND : least;
  const end = readRun(scan, run, at, run.max);
  if (end < least) return NOT_FOUND;
  return run.alphabet.hasPunctuation && run.max > run.min ? stepBack(scan.text, end, least) : end;
}

/** Returns the last word boundary from `end` down, because other text may follow a token. */
function stepBack(text: string, end: number, least: number): number {
  const lowest = Math.max(least, end - MAX_STEP_BACK);
  for (let at = end; at >= lowest; at -= 1) if (!goesOn(text, at)) return at;
  return end;
}

/** Returns the end of a run of an alphabet's characters, at most `max` characters further. */
function readRun(
  { text, runs }: Scan,
  { alphabet, slot }: CharacterRun,
  at: number,
  max: number,
): number {
  const from = runs[2 * slot] ?? 0;
  let end = runs[2 * slot + 1] ?? 0;
  if (at < from || at >= end) {
    for (end = at; end < text.length; end += 1) if (alphabet.has[text.charCodeAt(end)] !== 1) break;
    runs[2 * slot] = at;
    runs[2 * slot + 1] = end;
  }
  return Math.min(end, at + max);
}

/** Returns true inside a word that started earlier. */
function isInsideWord(text: string, start: number): boolean {
  return isWordAt(text, start) && isWordAt(text, start - 1);
}

/** Returns true if the word does not end here. */
function goesOn(text: string, end: number): boolean {
  return isWordAt(text, end) || text[end] === "-" || text[end] === "_";
}

function isCredible(
  text: string,
  { checksum, mustLookRandom }: TokenFormat,
  start: number,
  body: number,
  end: number,
): boolean {
  const token = text.slice(start, end);
  if (isExample(token) || (checksum !== null && !endsIn(checksum, token))) return false;
  return !mustLookRandom || looksRandom(text.slice(body, end));
}

function endsIn(checksum: TokenFormat["checksum"], token: string): boolean {
  if (checksum === null) return false;
  const split = token.length - checksum.size;
  return checksum.of(token.slice(0, split)) === token.slice(split);
}

/** Returns true at a letter or a digit. */
function isWordAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 58) return code >= 48;
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

function indexStarts(formats: readonly TokenFormat[]): readonly (Start[] | undefined)[] {
  const starts: (Start[] | undefined)[] = Array.from({ length: ASCII * ASCII });
  for (const format of formats) {
    for (const prefix of format.prefixes) {
      if (prefix.length < 2) throw new Error(`${format.what}: a prefix has two characters or more`);
      const pair = prefix.charCodeAt(0) * ASCII + prefix.charCodeAt(1);
      starts[pair] = [...(starts[pair] ?? []), { prefix, format }];
    }
  }
  return starts;
}
