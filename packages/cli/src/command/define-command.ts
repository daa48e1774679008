import { CountersignError } from "@countersign/core";
import type { z } from "zod";
import type { Result } from "../output/result.ts";
import type { ArgumentKind, CommandDoc } from "./command-docs.ts";
import type { CommandContext } from "./context.ts";
import { type OptionSpecs, type OptionValues, readOptions } from "./options.ts";

/** What was written on the command line, not parsed yet. */
export type CommandArgs = {
  args: readonly string[];
  options: Readonly<Record<string, unknown>>;
};

/** The schemas of a command's JSON output by name; `task.list` is printed as `countersign/task.list/1`. */
export type OutputSchemas = Readonly<Record<string, z.ZodType>>;

export type CliCommand = CommandDoc & {
  options: OptionSpecs;
  output: OutputSchemas;
  run(context: CommandContext, written: CommandArgs): Promise<Result>;
};

type Definition<Usage extends string, Specs extends OptionSpecs> = {
  /** The name and arguments: `approve <ids...>`. `run` gets the arguments by these names. */
  usage: Usage;
  examples: readonly [string, string];
  options?: Specs;
  takes?: ArgumentKind;
  output: OutputSchemas;
  run(
    context: CommandContext,
    input: { args: ArgumentsOf<Usage>; options: OptionValues<Specs> },
  ): Promise<Result>;
};

/** Defines one command: how it is written, what it prints as JSON, and what it does. */
export function defineCommand<
  const Usage extends string,
  const Specs extends OptionSpecs = Readonly<Record<never, never>>,
>({ run, options, ...doc }: Definition<Usage, Specs>): CliCommand {
  return {
    ...doc,
    options: options ?? {},
    run: async (context, written) =>
      await run(context, {
        args: readArguments(doc.usage, written.args),
        options: readOptions(options, written.options),
      }),
  };
}

type Argument<Word> = Word extends `<${infer Name}...>`
  ? { [Key in Name]: readonly string[] }
  : Word extends `[${infer Name}...]`
    ? { [Key in Name]: readonly string[] }
    : Word extends `<${infer Name}>`
      ? { [Key in Name]: string }
      : Word extends `[${infer Name}]`
        ? { [Key in Name]?: string }
        : object;

/** The arguments that a usage names: `show [id]` has `{ id?: string }`. */
type ArgumentsOf<Usage> = Usage extends `${infer First} ${infer Rest}`
  ? Argument<First> & ArgumentsOf<Rest>
  : Argument<Usage>;

/** The arguments of a command line by the names in the usage. */
function readArguments<Usage extends string>(
  usage: Usage,
  words: readonly string[],
): ArgumentsOf<Usage> {
  const placeholders = usage.split(" ").slice(1);
  return Object.fromEntries(
    placeholders.map((placeholder, index) => readArgument(placeholder, words.slice(index))),
  );
}

function readArgument(placeholder: string, words: readonly string[]): readonly unknown[] {
  const name = placeholder.replaceAll(/[<>[\].]/g, "");
  if (placeholder.includes("...")) return [name, words];
  if (words[0] === undefined && placeholder.startsWith("<"))
    throw new CountersignError("invalid_input", `The argument <${name}> is missing`);
  return [name, words[0]];
}
