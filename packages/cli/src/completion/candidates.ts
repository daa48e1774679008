import {
  type ArgumentKind,
  type CommandDoc,
  type CommandEntry,
  type CommandTable,
  commandGroups,
  singleCommands,
} from "../command/command-docs.ts";
import { globalOptions } from "../command/global-options.ts";
import { longFlag } from "../command/options.ts";

/** One word that may come next, and what it means. */
export type Candidate = { word: string; about: string };

/** Words of the command table, or a kind of argument that only an engine or the disk knows. */
export type Completion = { words: readonly Candidate[]; things: ArgumentKind | null };

type Flags = readonly { flags: string; about: string }[];

const NOTHING: Completion = { words: [], things: null };
const GLOBALS: Flags = globalOptions().map(([flags, about]) => ({ flags, about }));

/** Completes the last word from the command table. Loads at most the command that is being typed. */
export async function offerFor(
  table: CommandTable,
  written: readonly string[],
): Promise<Completion> {
  const typed = written.at(-1) ?? "";
  const before = written.slice(0, -1);
  const [first, second] = commandWords(before, GLOBALS);
  if (expectsValue(before, GLOBALS)) return NOTHING;
  if (first === undefined) {
    const words = [...entryWords([...singleCommands(table), ...commandGroups(table)])];
    return { words: matching([...words, ...flagWords(GLOBALS)], typed), things: null };
  }
  const group = commandGroups(table).find(({ name }) => name === first);
  if (group !== undefined && second === undefined)
    return { words: matching(entryWords(group.commands), typed), things: null };
  const entries = group?.commands ?? singleCommands(table);
  const entry = entries.find(({ name }) => name === (group === undefined ? first : second));
  return entry === undefined ? NOTHING : completeCommand(await entry.load(), before, typed);
}

function completeCommand(
  { options, takes }: CommandDoc,
  before: readonly string[],
  typed: string,
): Completion {
  const flags = [...Object.values(options), ...GLOBALS];
  if (expectsValue(before, flags)) return NOTHING;
  if (typed.startsWith("-")) return { words: matching(flagWords(flags), typed), things: null };
  if (typeof takes === "string" || takes === undefined) return { words: [], things: takes ?? null };
  const words = takes.map((word) => ({ word, about: "" }));
  return { words: matching(words, typed), things: null };
}

function entryWords(
  entries: readonly Pick<CommandEntry, "name" | "summary" | "hidden">[],
): Candidate[] {
  return entries
    .filter(({ hidden }) => hidden !== true)
    .map(({ name, summary }) => ({ word: name, about: summary }));
}

function flagWords(flags: Flags): Candidate[] {
  return flags.map((one) => ({ word: longFlag(one.flags), about: one.about }));
}

function matching(candidates: readonly Candidate[], typed: string): Candidate[] {
  return candidates.filter(({ word }) => word.startsWith(typed));
}

/** The words of the command itself, without options and their values. */
function commandWords(words: readonly string[], flags: Flags): string[] {
  return words.filter(
    (word, index) => !word.startsWith("-") && !expectsValue(words.slice(0, index), flags),
  );
}

/** Whether the last word is an option that takes a value. */
function expectsValue(words: readonly string[], flags: Flags): boolean {
  const last = words.at(-1) ?? "";
  if (!last.startsWith("-") || last.includes("=")) return false;
  return flags.some((one) => one.flags.includes("<") && one.flags.split(/[ ,]+/).includes(last));
}
