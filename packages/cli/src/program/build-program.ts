import { Command } from "commander";
import type { CommandEntry, CommandGroup, CommandTable } from "../command/command-docs.ts";
import type { CliCommand, CommandArgs } from "../command/define-command.ts";
import { addGlobalOptions } from "../command/global-options.ts";
import { type CommandHelp, commandHelp } from "../help/command-help.ts";
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
Help topics: countersign help exit-codes | environment | json | keys | modes | policies`;

/** Builds the program from the command table. Only the called command is loaded. */
export function buildProgram(
  table: CommandTable<CliCommand>,
  { out, err }: Streams,
  invoke: CommandInvoker,
): Command {
  const program = addGlobalOptions(new Command("countersign"))
    .description("The review layer between coding agents and the merge")
    .version(VERSION, "-V, --version", "print the version")
    .helpOption("-h, --help", "show help")
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
  describeWhenCalled(
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
  describeWhenCalled(command, group.commands, invoke);
  return command;
}

function addCommand(parent: Command, { name, summary, hidden }: Entry, isDefault = false): Command {
  return parent
    .command(name, { isDefault, hidden: hidden === true })
    .description(summary)
    .allowExcessArguments(false);
}

/** Adds arguments, options and action to a command right before it is parsed. */
function describeWhenCalled(
  parent: Command,
  entries: readonly Entry[],
  invoke: CommandInvoker,
): void {
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  parent.hook("preSubcommand", async (_, command) => {
    const entry = byName.get(command.name());
    if (entry === undefined) return;
    const { usage, examples, options, takes } = await helpFor(parent, entry);
    const [, ...placeholders] = usage.split(" ");
    if (placeholders.length > 0) command.arguments(placeholders.join(" "));
    setHelpExamples(command, examples);
    command.addHelpText("after", `${idText(takes)}\nOptions of every command: countersign --help`);
    for (const { flags, about } of options) command.option(flags, about);
    command.action(async () => {
      const written = { args: command.args, options: command.optsWithGlobals() };
      await invoke(entry, await entry.load(), written);
    });
  });
}

/** How tasks and findings are named, for commands that take them as arguments. */
function idText(takes: CommandHelp["takes"]): string {
  if (takes === "task")
    return "\nTasks: cs-ab12, @1 (first in the last inbox) or . (this branch's task)";
  if (takes === "finding") return "\nFindings: F-3 (of this branch's task), cs-ab12/F-3 or @1/F-3";
  return "";
}

async function helpFor(parent: Command, { name, load }: Entry): Promise<CommandHelp> {
  const { BUILT_HELP } = await import("../help/built-help.ts");
  const words = parent.parent === null ? name : `${parent.name()} ${name}`;
  return BUILT_HELP[words] ?? commandHelp(await load());
}
