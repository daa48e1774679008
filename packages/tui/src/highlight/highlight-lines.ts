import type { Tint, Tints } from "@countersign/review";
import hljs from "highlight.js/lib/core";
import { LANGUAGES } from "./languages.ts";
import { readTints } from "./read-tints.ts";

const PLAIN = /^[\t -~]*$/;
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Finds the syntax elements of the lines of one text in a known language, one result per line. */
export async function highlightLines(language: string, lines: readonly string[]): Promise<Tints[]> {
  const load = LANGUAGES[language];
  if (load === undefined) return lines.map(() => []);
  if (hljs.getLanguage(language) === undefined)
    hljs.registerLanguage(language, (await load()).default);
  const { value } = hljs.highlight(lines.join("\n"), { language, ignoreIllegals: true });
  const tints = readTints(value);
  return lines.map((line, at) => wholeCharacters(line, tints[at] ?? []));
}

/** Extends tints so that none begins or ends inside one drawn character. */
function wholeCharacters(line: string, tints: readonly Tint[]): Tints {
  if (tints.length === 0 || PLAIN.test(line)) return tints;
  const segments = graphemes.segment(line);
  const begin = (place: number): number => segments.containing(place)?.index ?? place;
  return tints
    .map(({ from, to, paint }) => ({ from: begin(from), to: begin(to), paint }))
    .filter(({ from, to }) => from < to);
}
