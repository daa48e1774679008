import { globalOptions } from "../program/global-options.ts";
import type { CliCommand, Tree } from "../tree/spec.ts";

/** One word that may come next, and what it means. */
export type Candidate = { word: string; about: string };

/** What may follow: words of the tree, or things that only an engine or the disk knows. */
export type Completion = { words: readonly Candidate[]; things: CliCommand["takes"] | null };

const NOTHING: Completion = { words: [], things: null };

/** What the tree alone says about the word that is being typed, which is the last one. */
export function offerFor(tree: Tree, given: readonly string[]): Completion {
  const typed = given.at(-1) ?? "";
  const before = given.slice(0, -1);
  const said = withoutOptions(tree, before);
  const [first, second] = said;
  if (expectsValue(tree, before)) return NOTHING;
  if (first === undefined)
    return {
      words: matching([...commandsOf(tree.alone), ...nouns(tree), ...globals()], typed),
      things: null,
    };
  const group = tree.groups.find(({ name }) => name === first);
  if (group === undefined) return offerOf(find(tree.alone, first), typed);
  if (second === undefined)
    return { words: matching(commandsOf(group.commands), typed), things: null };
  return offerOf(find(group.commands, second), typed);
}

function offerOf(spec: CliCommand | undefined, typed: string): Completion {
  if (spec === undefined) return NOTHING;
  if (typed.startsWith("-")) {
    return { words: matching([...optionsOf(spec), ...globals()], typed), things: null };
  }
  const { takes } = spec;
  if (typeof takes === "string" || takes === undefined) return { words: [], things: takes ?? null };
  return {
    words: matching(
      takes.map((word) => ({ word, about: "" })),
      typed,
    ),
    things: null,
  };
}

function find(specs: readonly CliCommand[], name: string): CliCommand | undefined {
  return specs.find((spec) => nameOf(spec) === name);
}

function nameOf({ usage }: CliCommand): string {
  return usage.split(" ")[0] ?? "";
}

function commandsOf(specs: readonly CliCommand[]): Candidate[] {
  return specs
    .filter(({ hidden }) => hidden !== true)
    .map((spec) => ({ word: nameOf(spec), about: spec.summary }));
}

function nouns({ groups }: Tree): Candidate[] {
  return groups.map(({ name, summary }) => ({ word: name, about: summary }));
}

function optionsOf({ options = [] }: CliCommand): Candidate[] {
  return options.map(([flags, about]) => ({ word: longName(flags), about }));
}

function globals(): Candidate[] {
  return globalOptions().map(([flags, about]) => ({ word: longName(flags), about }));
}

function longName(flags: string): string {
  return /--[a-z-]+/.exec(flags)?.[0] ?? flags;
}

function matching(candidates: readonly Candidate[], typed: string): Candidate[] {
  return candidates.filter(({ word }) => word.startsWith(typed));
}

/** The words of the command itself; options and their values are left out. */
function withoutOptions(tree: Tree, words: readonly string[]): string[] {
  return words.filter(
    (word, index) => !word.startsWith("-") && !expectsValue(tree, words.slice(0, index)),
  );
}

/** Whether the last word is an option that takes a value, so that what follows is one. */
function expectsValue({ alone, groups }: Tree, words: readonly string[]): boolean {
  const last = words.at(-1) ?? "";
  if (!last.startsWith("-") || last.includes("=")) return false;
  const all = [
    ...globalOptions(),
    ...[...alone, ...groups.flatMap(({ commands }) => commands)].flatMap(
      ({ options = [] }) => options,
    ),
  ];
  return all.some(([flags]) => flags.includes("<") && flags.split(/[ ,]+/).includes(last));
}
