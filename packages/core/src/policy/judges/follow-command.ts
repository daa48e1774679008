import { type NamedWord, namedPaths, wordsOf } from "./named-paths.ts";
import type { SteeringText, SteeringTexts } from "./read-texts.ts";

/** A path and the file that names it; empty for the command itself. */
type NamedPath = { path: string; from: string };

/** Lists every path that a command may lead to, through the texts that it runs and those that are read anyway. */
export function followCommand(run: string, texts: SteeringTexts): NamedPath[] {
  const paths: NamedPath[] = [];
  const waiting: SteeringText[] = [{ text: run, from: "", folder: "" }, ...texts.settings];
  const seen = new Set(waiting);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { text, from, folder } = next;
    const words = wordsOf(text, next.isSettings === true);
    const named = words.flatMap((word) => namedPaths(word, folder));
    paths.push(...named.map((path) => ({ path, from })));
    for (const ahead of startedBy(words, named, texts)) {
      if (!seen.has(ahead)) waiting.push(ahead);
      seen.add(ahead);
    }
  }
  return paths;
}

const MAKERS: ReadonlySet<string> = new Set(["make", "gmake", "just"]);

/** Scripts, targets and shell scripts that these words start. */
function startedBy(
  words: readonly NamedWord[],
  paths: readonly string[],
  { rules, defaults, shells }: SteeringTexts,
): SteeringText[] {
  const ruled = words.flatMap(({ word }) => rules.get(word === "t" ? "test" : word) ?? []);
  const isDefault = ruled.length === 0 && words.some(({ word }) => MAKERS.has(word));
  return [
    ...ruled,
    ...(isDefault ? defaults : []),
    ...paths.flatMap((path) => shells.get(path) ?? []),
  ];
}
