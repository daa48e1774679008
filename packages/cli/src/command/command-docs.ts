/** What the arguments of a command are, so that a shell can complete them. */
export type ArgumentKind = "task" | "finding" | "repository" | "file" | readonly string[];

/** What help and completion read of a command. */
export type CommandDoc = {
  /** The name and arguments: `approve <ids...>`. */
  usage: string;
  examples: readonly [string, string];
  options: Readonly<Record<string, { flags: string; about: string }>>;
  takes?: ArgumentKind | undefined;
  /** The schemas of its JSON output by name: `task.list`. */
  output: Readonly<Record<string, unknown>>;
};

/** One row of the command table. The definition is loaded when the command is called. */
export type CommandEntry<Doc extends CommandDoc = CommandDoc> = {
  name: string;
  summary: string;
  /** Called by programs; help and completion leave it out. */
  hidden?: true;
  /** Submits the work that hooks left while no engine ran, before or after the command. */
  flushesSpool?: true;
  load: () => Promise<Doc>;
};

/** The commands of one noun: `task list`, `task show`. */
export type CommandGroup<Doc extends CommandDoc = CommandDoc> = {
  name: string;
  summary: string;
  examples: readonly [string, string];
  commands: readonly CommandEntry<Doc>[];
  /** The command that runs when none is named. */
  fallback?: string;
};

/** All commands under the headings of `countersign --help`, in its order. */
export type CommandTable<Doc extends CommandDoc = CommandDoc> = readonly {
  heading: string;
  entries: readonly (CommandEntry<Doc> | CommandGroup<Doc>)[];
}[];

/** The commands of one word. */
export function singleCommands<Doc extends CommandDoc>(
  table: CommandTable<Doc>,
): CommandEntry<Doc>[] {
  return table.flatMap(({ entries }) => entries.filter((entry) => "load" in entry));
}

export function commandGroups<Doc extends CommandDoc>(
  table: CommandTable<Doc>,
): CommandGroup<Doc>[] {
  return table.flatMap(({ entries }) => entries.filter((entry) => "commands" in entry));
}
