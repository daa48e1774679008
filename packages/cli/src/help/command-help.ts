import {
  type ArgumentKind,
  type CommandTable,
  commandGroups,
  singleCommands,
} from "../command/command-docs.ts";
import type { CliCommand } from "../command/define-command.ts";

/** The part of a command's definition that `--help` and the parser of the command line need. */
export type CommandHelp = {
  usage: string;
  examples: readonly string[];
  options: readonly { flags: string; about: string }[];
  takes?: ArgumentKind | undefined;
};

export function commandHelp({ usage, examples, options, takes }: CliCommand): CommandHelp {
  const described = Object.values(options).map((spec) => ({
    flags: spec.flags,
    about: optionText(spec),
  }));
  return { usage, examples, options: described, takes };
}

/** Loads the help of every command, by its words: `task show`. */
export async function loadCommandHelp(
  table: CommandTable<CliCommand>,
): Promise<Record<string, CommandHelp>> {
  const entries = [
    ...singleCommands(table).map(({ name, load }) => ({ words: name, load })),
    ...commandGroups(table).flatMap((group) =>
      group.commands.map(({ name, load }) => ({ words: `${group.name} ${name}`, load })),
    ),
  ];
  const pairs = entries.map(async ({ words, load }) => [words, commandHelp(await load())] as const);
  return Object.fromEntries(await Promise.all(pairs));
}

/** The purpose of an option, with its default. */
function optionText({ about, flags, schema }: CliCommand["options"][string]): string {
  if (!/[<[]/.test(flags) || about.includes("default")) return about;
  const { data } = schema.safeParse(undefined);
  const isPrintable = typeof data === "number" || (typeof data === "string" && data !== "");
  return isPrintable ? `${about} (default: ${data})` : about;
}
