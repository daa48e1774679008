const MAX_ALTERNATIVES = 100;
const TOO_MANY = `braces that stand for more than ${MAX_ALTERNATIVES} patterns`;
const RANGE = "a range in braces; list the alternatives, as in {1,2,3}";
const SINGLE = "braces with a single alternative; write {a,b}, or \\{ for the character";

export type Expansion = { ok: true; patterns: string[] } | { ok: false; reason: string };

/** Expands `{a,b}` into separate patterns, including nested ones, up to 100 of them. */
export function expandBraces(pattern: string): Expansion {
  const reader: Reader = { pattern, at: 0, problem: undefined };
  const patterns = readSequence(reader, false);
  if (reader.problem !== undefined) return { ok: false, reason: reader.problem };
  return { ok: true, patterns: [...new Set(patterns)] };
}

type Reader = { readonly pattern: string; at: number; problem: string | undefined };

/** Reads up to the end, or inside braces up to the next `,` or `}`. Returns every expansion of it. */
function readSequence(reader: Reader, inBraces: boolean): string[] {
  let ways = [""];
  while (reader.at < reader.pattern.length) {
    const char = reader.pattern.charAt(reader.at);
    if (inBraces && (char === "," || char === "}")) return ways;
    if (char === "}") return stop(reader, "a } without its {");
    const next = char === "{" ? readBraces(reader) : [readPlain(reader, inBraces)];
    if (ways.length * next.length > MAX_ALTERNATIVES) return stop(reader, TOO_MANY);
    ways = ways.flatMap((head) => next.map((tail) => head + tail));
  }
  return inBraces ? stop(reader, "a { without its }") : ways;
}

function readBraces(reader: Reader): string[] {
  const alternatives: string[] = [];
  let count = 0;
  do {
    reader.at += 1;
    alternatives.push(...readSequence(reader, true));
    count += 1;
    if (alternatives.length > MAX_ALTERNATIVES) return stop(reader, TOO_MANY);
  } while (reader.pattern.charAt(reader.at) === ",");
  reader.at += 1;
  if (count > 1) return alternatives;
  return stop(reader, alternatives[0]?.includes("..") ? RANGE : SINGLE);
}

/** Records the first problem and moves to the end, so that every loop ends. */
function stop(reader: Reader, problem: string): string[] {
  reader.problem ??= problem;
  reader.at = reader.pattern.length;
  return [];
}

/** Reads text that braces do not affect: an escaped character, a whole [set], or one plain run. */
function readPlain(reader: Reader, inBraces: boolean): string {
  const start = reader.at;
  const char = reader.pattern.charAt(start);
  if (char === "\\") reader.at += 2;
  else if (char === "[") reader.at = endOfSet(reader.pattern, start);
  else reader.at = endOfRun(reader.pattern, start, inBraces);
  return reader.pattern.slice(start, reader.at);
}

/** Returns the end of a set, in which commas and braces are literal. An unclosed set ends with the pattern. */
function endOfSet(pattern: string, start: number): number {
  let at = start + 1;
  while (at < pattern.length && pattern.charAt(at) !== "]") {
    at += pattern.charAt(at) === "\\" ? 2 : 1;
  }
  return Math.min(at + 1, pattern.length);
}

function endOfRun(pattern: string, start: number, inBraces: boolean): number {
  let at = start + 1;
  while (at < pattern.length) {
    const char = pattern.charAt(at);
    if ("\\[{}".includes(char) || (inBraces && char === ",")) break;
    at += 1;
  }
  return at;
}
