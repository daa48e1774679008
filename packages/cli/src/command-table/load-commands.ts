import { commandGroups, singleCommands } from "../command/command-docs.ts";
import type { CliCommand, OutputSchemas } from "../command/define-command.ts";
import { DryRunOutput } from "../output-schemas/setup.ts";
import { COMMANDS } from "./commands.ts";

/** Loads the definition of every command. Takes much longer than one command does. */
async function loadCommands(): Promise<CliCommand[]> {
  const entries = [
    ...singleCommands(COMMANDS),
    ...commandGroups(COMMANDS).flatMap(({ commands }) => commands),
  ];
  return [...new Set(await Promise.all(entries.map(({ load }) => load())))];
}

/** The schema of every JSON output by name; `countersign/task.list/1` is `task.list` here. */
export async function loadOutputSchemas(): Promise<OutputSchemas> {
  const commands = await loadCommands();
  return Object.assign({ "dryrun.show": DryRunOutput }, ...commands.map(({ output }) => output));
}
