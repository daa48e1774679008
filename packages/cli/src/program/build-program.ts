import { Command } from "commander";
import type { Given, Run } from "../context.ts";
import type { Streams } from "../output/print.ts";
import { VERSION } from "../runtime/version.ts";
import { TREE } from "../tree/all.ts";
import type { CliCommand, GroupSpec } from "../tree/spec.ts";
import { addGlobalOptions } from "./global-options.ts";

/** Does one command; the program only finds out which. */
export type CommandInvoker = (load: () => Promise<Run>, given: Given) => Promise<void>;

const EXAMPLES = [
  "countersign init          set a repository up",
  "countersign inbox         what waits for you",
] as const;

const HELP_WIDTH = 100;

const FOOTER = `
More: countersign help exit-codes | environment | json | keys | modes | policies`;

/** The tree of commands. Nothing that a command needs is loaded here. */
export function buildProgram({ out, err }: Streams, invoke: CommandInvoker): Command {
  const program = addGlobalOptions(new Command("countersign"))
    .description("The review layer between coding agents and the merge")
    .version(VERSION, "-V, --version")
    .addHelpText("before", examplesText(EXAMPLES))
    .addHelpText("after", FOOTER)
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: false })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => out.write(text),
      writeErr: (text) => err.write(text),
      getOutHelpWidth: () => out.columns ?? HELP_WIDTH,
      getErrHelpWidth: () => err.columns ?? HELP_WIDTH,
      outputError: () => undefined,
    });

  for (const spec of TREE.alone) addCommand(program, spec, invoke);
  for (const group of TREE.groups) addGroup(program, group, invoke);
  return program;
}

function addGroup(parent: Command, group: GroupSpec, invoke: CommandInvoker): void {
  const command = parent
    .command(group.name)
    .description(group.summary)
    .helpCommand(false)
    .addHelpText("before", examplesText(group.examples));
  for (const spec of group.commands) {
    addCommand(command, spec, invoke, spec.usage.split(" ")[0] === group.otherwise);
  }
}

function addCommand(
  parent: Command,
  { usage, summary, examples, options = [], hidden, load }: CliCommand,
  invoke: CommandInvoker,
  isDefault = false,
): void {
  const command = parent
    .command(usage, { isDefault, hidden: hidden === true })
    .description(summary)
    .allowExcessArguments(false)
    .addHelpText("before", examplesText(examples))
    .addHelpText("after", "\nOptions of every command: countersign --help");
  for (const [flags, description] of options) command.option(flags, description);
  command.action(() => invoke(load, { args: command.args, options: command.optsWithGlobals() }));
}

function examplesText(examples: readonly string[]): string {
  return `Examples\n${examples.map((example) => `  $ ${example}`).join("\n")}\n`;
}
