import {
  findMixedWords,
  findPathCollisions,
  type MixedWord,
  oneLine,
  type RawChange,
  redactSecrets,
} from "@countersign/core";
import type { AddedLine } from "../findings/added-lines.ts";
import type { CheckFinding } from "../findings/check-result.ts";

const MAX_QUOTE = 300;
const MAX_PATH = 200;
const MAX_WORDS = 5;

/** Reports a line with words that mix Latin letters with lookalikes from another script. */
export function lookalikeLine(
  file: string,
  { number, text }: AddedLine,
  mixed: readonly MixedWord[],
): CheckFinding {
  return {
    severity: "warning",
    category: "integrity",
    file,
    line: number,
    quote: oneLine(redactSecrets(text), MAX_QUOTE),
    message: `The line has words that mix scripts and read as other words: ${describeWords(mixed)}.`,
    recommendation: "Write each word in one script.",
  };
}

/** Reports new file names that mix Latin letters with lookalikes from another script. */
export function lookalikeNames({ entries }: Pick<RawChange, "entries">): CheckFinding[] {
  return newPaths(entries).flatMap((file): CheckFinding[] => {
    const mixed = findMixedWords(file);
    if (mixed.length === 0) return [];
    const message = `The name of the file mixes scripts and reads as another one: ${describeWords(mixed)}.`;
    return [{ severity: "warning", category: "integrity", file, message }];
  });
}

/** Reports new paths that collide with another path of the tree on macOS and Windows. */
export function collidingNames(
  { entries }: Pick<RawChange, "entries">,
  paths: readonly string[],
): CheckFinding[] {
  return findPathCollisions(newPaths(entries), paths).map(({ path, other }) => ({
    severity: "major",
    category: "integrity",
    file: path,
    message: `On macOS and Windows it is the same as ${oneLine(other, MAX_PATH)}, so that one of them replaces the other.`,
    recommendation: "Give it a name that differs in more than case or accents.",
  }));
}

/** Returns the paths that the tree did not have before. */
function newPaths(entries: RawChange["entries"]): string[] {
  const isNew = new Set(["added", "renamed", "copied"]);
  return entries.filter(({ status }) => isNew.has(status)).map(({ path }) => path);
}

/** Describes each word with the code points of its letters that are not Latin. */
function describeWords(mixed: readonly MixedWord[]): string {
  const shown = mixed.slice(0, MAX_WORDS).map(({ word, column }) => {
    const codes = Array.from(word).filter((char) => /\P{ASCII}/u.test(char));
    return `${oneLine(word, MAX_PATH)} (${[...new Set(codes.map(codePointText))].join(", ")}) at column ${column}`;
  });
  const rest = mixed.length - shown.length;
  return rest > 0 ? `${shown.join("; ")} and ${rest} more` : shown.join("; ");
}

function codePointText(char: string): string {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
