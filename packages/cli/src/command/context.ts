import type { Format, Streams } from "../output/print.ts";
import type { Style } from "../output/style.ts";
import type { Environment } from "../runtime/environment.ts";
import type { Trace } from "../trace/open-trace.ts";
import type { CommandTable } from "./command-docs.ts";

/** What a command knows about its surroundings. */
export type CommandContext = {
  env: Environment;
  /** Where the command was given, or what `--repo` names. */
  directory: string;
  /** This program, to start the engine with. */
  program: string;
  server: string | null;
  dryRun: boolean;
  /** Whether a question may be asked, and what is assumed if not. */
  ask: { allowed: boolean; yes: boolean };
  /** A person sits in front of it, as far as a program can tell. */
  atTerminal: boolean;
  format: Format;
  streams: Streams;
  style: Style;
  /** All commands, for help and completion. */
  commands: CommandTable;
  quiet: boolean;
  verbose: boolean;
  color: "auto" | "always" | "never";
  /** What --debug writes down; null without it. */
  trace: Pick<Trace, "fetch"> | null;
  /** Talk, not data: goes to stderr, and nowhere with --quiet. */
  say(text: string | ((style: Style) => string)): void;
};
