import type { Format, Streams } from "./output/print.ts";
import type { Result } from "./output/result.ts";
import type { Style } from "./output/style.ts";
import type { Environment } from "./runtime/environment.ts";
import type { Trace } from "./trace/open-trace.ts";
import type { Tree } from "./tree/spec.ts";

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
  /** Every command there is, for the one that helps shells to complete them. */
  tree: Tree;
  /** What --debug writes down; null without it. */
  trace: Pick<Trace, "fetch"> | null;
  /** Talk, not data: goes to stderr, and nowhere with --quiet. */
  say(text: string | ((style: Style) => string)): void;
};

/** What was written on the command line, still to be read by the command's own schema. */
export type Given = { args: readonly string[]; options: Readonly<Record<string, unknown>> };

export type Run = (context: CommandContext, given: Given) => Promise<Result>;
