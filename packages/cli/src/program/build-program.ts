import { Command } from "commander";
import type { CommandEntry, CommandGroup, CommandTable } from "../command/command-docs.ts";
import type { CliCommand, CommandArgs } from "../command/define-command.ts";
import { addGlobalOptions } from "../command/global-options.ts";
import { formatHelp, setHelpExamples } from "../help/format-help.ts";
import type { Streams } from "../output/print.ts";
import { VERSION } from "../runtime/version.ts";

type Entry = CommandEntry<CliCommand>;

/** Runs the command that the command line names. */
export type CommandInvoker = (
  entry: Entry,
  command: CliCommand,
  written: CommandArgs,
) => Promise<void>;

const EXAMPLES = [
  "countersign init          # set up this repository",
  "countersign inbox         # list items waiting for you",
] as const;

const HELP_WIDTH = 100;

const FOOTER = `
More: countersign help exit-codes | environment | json | keys | modes | policies`;

/** Builds the program from the command table. Only the called command is loaded. */
export function buildProgram(
  table: CommandTable<CliCommand>,
  { out, err }: Streams,
  invoke: CommandInvoker,
): Command {
  const program = addGlobalOptions(new Command("countersign"))
    .description("The review layer between coding agents and the merge")
    .version(VERSION, "-V, --version")
    .addHelpText("after", FOOTER)
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: false, formatHelp })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => out.write(text),
      writeErr: (text) => err.write(text),
      getOutHelpWidth: () => out.columns ?? HELP_WIDTH,
      getErrHelpWidth: () => err.columns ?? HELP_WIDTH,
      outputError: () => undefined,
    });
  setHelpExamples(program, EXAMPLES);
  for (const { heading, entries } of table) {
    for (const entry of entries) {
      const command =
        "load" in entry ? addCommand(program, entry) : addGroup(program, entry, invoke);
      command.helpGroup(`${heading}:`);
    }
  }
  loadWhenCalled(
    program,
    table.flatMap(({ entries }) => entries.filter((entry) => "load" in entry)),
    invoke,
  );
  return program;
}

function addGroup(
  parent: Command,
  group: CommandGroup<CliCommand>,
  invoke: CommandInvoker,
): Command {
  const command = parent.command(group.name).description(group.summary).helpCommand(false);
  setHelpExamples(command, group.examples);
  for (const entry of group.commands) addCommand(command, entry, entry.name === group.fallback);
  loadWhenCalled(command, group.commands, invoke);
  return command;
}

function addCommand(parent: Command, { name, summary, hidden }: Entry, isDefault = false): Command {
  return parent
    .command(name, { isDefault, hidden: hidden === true })
    .description(summary)
    .allowExcessArguments(false);
}

/** Adds arguments, options and action to a command right before it is parsed. */
function loadWhenCalled(parent: Command, entries: readonly Entry[], invoke: CommandInvoker): void {
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  parent.hook("preSubcommand", async (_, command) => {
    const entry = byName.get(command.name());
    if (entry === undefined) return;
    const definition = await entry.load();
    const [, ...placeholders] = definition.usage.split(" ");
    if (placeholders.length > 0) command.arguments(placeholders.join(" "));
    setHelpExamples(command, definition.examples);
    command.addHelpText("after", "\nOptions of every command: countersign --help");
    for (const spec of Object.values(definition.options)) {
      command.option(spec.flags, optionText(spec));
    }
    command.action(() => {
      const written = { args: command.args, options: command.optsWithGlobals() };
      return invoke(entry, definition, written);
    });
  });
}

/** What an option does, with its default. */
function optionText({ about, flags, schema }: CliCommand["options"][string]): string {
  if (!/[<[]/.test(flags) || about.includes("default")) return about;
  const { data } = schema.safeParse(undefined);
  const isPrintable = typeof data === "number" || (typeof data === "string" && data !== "");
  return isPrintable ? `${about} (default: ${data})` : about;
}
