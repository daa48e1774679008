import { resolve } from "node:path";
import { type Command, Option } from "commander";
import { guard } from "../output/guard.ts";
import type { Format } from "../output/print.ts";
import { createStyle, type StyleInput } from "../output/style.ts";
import type { Environment } from "../runtime/environment.ts";
import type { CommandContext } from "./context.ts";
import type { ProgramDeps } from "./program-deps.ts";

const WHEN = ["auto", "always", "never"] as const;

const OPTIONS: readonly (readonly [flags: string, about: string])[] = [
  ["--json [fields]", "print JSON; --json=id,title selects fields"],
  ["--plain", "print tab-separated lines without a header"],
  ["-q, --quiet", "print nothing but errors"],
  ["--verbose", "print details of errors"],
  ["--debug", "write a trace file and print its path"],
  ["--no-input", "never prompt"],
  ["-y, --yes", "answer yes to every prompt"],
  ["-n, --dry-run", "print what would be done without doing it"],
  ["--timeout <time>", "stop after this time, such as 30s or 10m (default: none)"],
  ["--repo <path>", "run in this directory (default: the current one)"],
  ["--server <url>", "URL of the engine (default: the local engine)"],
  ["--color <when>", "when to use colours"],
  ["--ascii", "print ASCII characters only"],
];

/** Options that every command takes, before or after its name. */
export function globalOptions(): typeof OPTIONS {
  return OPTIONS;
}

export function addGlobalOptions(program: Command): Command {
  for (const [flags, about] of OPTIONS) {
    const option = new Option(flags, about);
    program.addOption(flags.startsWith("--color") ? option.choices(WHEN).default("auto") : option);
  }
  return program;
}

const WITH_VALUE = new Set(["--timeout", "--repo", "--server", "--color"]);
const ANSWERED_AT_ONCE = new Set(["-h", "--help", "-V", "--version"]);

/** Options with which the board can be opened; any other asks for a text. */
const OF_THE_BOARD = new Set(["--repo", "--server", "--color", "--ascii", "--debug", "--verbose"]);

/** Adds the default command to a call without one: the board in a terminal, else `status`. */
export function addDefaultCommand(args: readonly string[], atTerminal = false): string[] {
  const isBare = args.every(
    (word, index) => word.startsWith("-") || WITH_VALUE.has(args[index - 1] ?? ""),
  );
  const asksForItself = args.some((word) => ANSWERED_AT_ONCE.has(word));
  if (!isBare || asksForItself) return [...args];
  const flags = args.filter((word) => word.startsWith("-"));
  const isForBoard = atTerminal && flags.every((flag) => OF_THE_BOARD.has(flag));
  return [...args, isForBoard ? "board" : "status"];
}

/** A word after `--json` is a list of fields only if it has a comma; otherwise ids would be taken for one. */
export function normalizeArguments(words: readonly string[]): string[] {
  const args: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? "";
    const next = words[index + 1] ?? "";
    if (word === "--") return [...args, ...words.slice(index)];
    if (word !== "--json") args.push(word);
    else if (/^[A-Za-z]+(?:,[A-Za-z]+)+$/.test(next)) {
      args.push(`--json=${next}`);
      index += 1;
    } else args.push("--json=");
  }
  return args;
}

type GlobalOptions = {
  json?: string | true;
  plain?: boolean;
  quiet?: boolean;
  verbose?: boolean;
  debug?: boolean;
  input?: boolean;
  yes?: boolean;
  dryRun?: boolean;
  timeout?: string;
  repo?: string;
  server?: string;
  color?: string;
  ascii?: boolean;
  pager?: boolean;
};

export function createContext(
  options: GlobalOptions,
  { env, program, directory, streams }: ProgramDeps,
  { trace, commands }: Pick<CommandContext, "trace" | "commands">,
): CommandContext {
  const style = outputStyle(options, env, streams.out);
  const talk = outputStyle(options, env, streams.err);
  return {
    env,
    directory: resolve(directory, options.repo ?? ""),
    program,
    server: options.server ?? env.COUNTERSIGN_SERVER ?? null,
    dryRun: options.dryRun === true,
    ask: {
      allowed: options.input !== false && streams.in.isTTY === true && streams.err.isTTY === true,
      yes: options.yes === true,
    },
    atTerminal: streams.in.isTTY === true,
    format: outputFormat(options),
    streams,
    style,
    trace,
    commands,
    quiet: options.quiet === true,
    verbose: options.verbose === true,
    color: wantedColor(options.color),
    say(text) {
      if (options.quiet === true) return;
      const said = typeof text === "string" ? text : text(talk);
      streams.err.write(`${guard(said, talk)}\n`);
    },
  };
}

export function outputFormat({ json, plain, quiet, pager }: GlobalOptions): Format {
  if (json !== undefined) {
    const fields = typeof json === "string" ? json.split(",").filter((field) => field !== "") : [];
    return { as: "json", fields };
  }
  if (plain === true) return { as: "plain" };
  return { as: "text", quiet: quiet === true, pager: pager !== false };
}

export function outputStyle(
  { color, ascii }: GlobalOptions,
  env: Environment,
  stream: StyleInput["stream"],
): ReturnType<typeof createStyle> {
  return createStyle({ color: wantedColor(color), ascii: ascii === true, env, stream });
}

function wantedColor(color: string | undefined): CommandContext["color"] {
  return WHEN.find((when) => when === color) ?? "auto";
}
