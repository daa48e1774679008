import type { CommandTable } from "../command/command-docs.ts";
import type { CliCommand } from "../command/define-command.ts";

/** Help, completion and version. */
export const GENERAL_COMMANDS: CommandTable<CliCommand>[number] = {
  heading: "Help",
  entries: [
    {
      name: "help",
      summary: "exit-codes, environment, json, keys, modes or policies",
      load: async () => (await import("../commands/setup/help.ts")).help,
    },
    {
      name: "completion",
      summary: "print a completion script for bash, zsh, fish or pwsh",
      load: async () => (await import("../commands/setup/completion.ts")).completion,
    },
    {
      name: "complete",
      summary: "list completions for these words",
      hidden: true,
      load: async () => (await import("../commands/setup/complete.ts")).complete,
    },
    {
      name: "version",
      summary: "print the versions of countersign and its runtime",
      load: async () => (await import("../commands/setup/version.ts")).version,
    },
  ],
};
