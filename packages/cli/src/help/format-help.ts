import type { Command, Help } from "commander";

const EXAMPLES = new WeakMap<Command, readonly string[]>();

/** Sets the examples that the help of a command shows. */
export function setHelpExamples(command: Command, examples: readonly string[]): void {
  EXAMPLES.set(command, examples);
}

/** The help of a command: purpose, usage, examples, commands under their headings, options. */
export function formatHelp(command: Command, helper: Help): string {
  const width = helper.padWidth(command, helper);
  const item = (term: string, text: string) => helper.formatItem(term, width, text, helper);
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [title, ...lines, ""];
  const groups = Map.groupBy(
    helper.visibleCommands(command),
    (one) => one.helpGroup() || "Commands:",
  );
  const commands = [...groups].flatMap(([heading, list]) =>
    section(
      heading,
      list.map((one) => item(helper.subcommandTerm(one), helper.subcommandDescription(one))),
    ),
  );
  const options = helper
    .visibleOptions(command)
    .map((one) => item(helper.optionTerm(one), helper.optionDescription(one)));
  const examples = (EXAMPLES.get(command) ?? []).map((example) => `  $ ${example}`);
  const lines = [
    helper.boxWrap(helper.commandDescription(command), helper.helpWidth ?? 80),
    "",
    `Usage: ${helper.commandUsage(command)}`,
    "",
    ...section("Examples:", examples),
    ...commands,
    ...section("Options:", options),
  ];
  return `${lines.join("\n").trimEnd()}\n`;
}
