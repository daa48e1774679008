import type { z } from "zod";
import type { CommandContext } from "../context.ts";
import type { Result } from "../output/result.ts";
import { type ArgumentsOf, readArguments } from "./arguments.ts";
import type { ArgumentKind, CommandDoc } from "./command-docs.ts";
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
