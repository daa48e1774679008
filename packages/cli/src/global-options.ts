import { resolve } from "node:path";
import type { Command } from "commander";
import type { CommandContext, Environment } from "./context.ts";
import { guard } from "./output/guard.ts";
import type { Format } from "./output/print.ts";
import { createStyle, type StyleInput } from "./output/style.ts";

/** Options that every command takes, before or after its name. */
export function addGlobalOptions(program: Command): Command {
  return program
    .option("--json [fields]", "answer as JSON; --json=id,title picks fields")
    .option("--plain", "tab-separated lines without a header")
    .option("-q, --quiet", "print nothing but errors")
    .option("--verbose", "say more about what goes wrong")
    .option("--no-input", "never ask a question")
    .option("-y, --yes", "answer every question with yes")
    .option("-n, --dry-run", "say what would be done, and do nothing")
    .option("--timeout <time>", "give up after a time such as 30s or 10m")
    .option("--repo <path>", "work as if in this directory")
    .option("--server <url>", "use this engine instead of the local one")
    .option("--color <when>", "auto, always or never", "auto")
    .option("--ascii", "no signs beyond ASCII");
}

const WITH_VALUE = new Set(["--timeout", "--repo", "--server", "--color"]);
const ANSWERED_AT_ONCE = new Set(["-h", "--help", "-V", "--version"]);

/** Nothing but options means: show me how things are. */
export function withCommand(args: readonly string[]): string[] {
  const isBare = args.every(
    (word, index) => word.startsWith("-") || WITH_VALUE.has(args[index - 1] ?? ""),
  );
  const asksForItself = args.some((word) => ANSWERED_AT_ONCE.has(word));
  return isBare && !asksForItself ? [...args, "status"] : [...args];
}

/** A word after `--json` is a list of fields only if it has a comma; otherwise ids would be taken for one. */
export function readArguments(given: readonly string[]): string[] {
  const args: string[] = [];
  for (let index = 0; index < given.length; index += 1) {
    const word = given[index] ?? "";
    const next = given[index + 1] ?? "";
    if (word === "--") return [...args, ...given.slice(index)];
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

export function contextOf(
  options: GlobalOptions,
  { env, program }: { env: Environment; program: string },
): CommandContext {
  const streams = { out: process.stdout, err: process.stderr };
  const style = styleOf(options, env, process.stdout);
  const talk = styleOf(options, env, process.stderr);
  return {
    env,
    directory: resolve(options.repo ?? process.cwd()),
    program,
    server: options.server ?? env.COUNTERSIGN_SERVER ?? null,
    dryRun: options.dryRun === true,
    ask: {
      allowed: options.input !== false && process.stdin.isTTY && process.stderr.isTTY,
      yes: options.yes === true,
    },
    atTerminal: process.stdin.isTTY === true,
    format: formatOf(options),
    streams,
    style,
    say(text) {
      if (options.quiet === true) return;
      const said = typeof text === "string" ? text : text(talk);
      process.stderr.write(`${guard(said, talk)}\n`);
    },
  };
}

export function formatOf({ json, plain, quiet, pager }: GlobalOptions): Format {
  if (json !== undefined) {
    const fields = typeof json === "string" ? json.split(",").filter((field) => field !== "") : [];
    return { as: "json", fields };
  }
  if (plain === true) return { as: "plain" };
  return { as: "text", quiet: quiet === true, pager: pager !== false };
}

export function styleOf(
  { color, ascii }: GlobalOptions,
  env: Environment,
  stream: StyleInput["stream"],
): ReturnType<typeof createStyle> {
  const wanted = color === "always" || color === "never" ? color : "auto";
  return createStyle({ color: wanted, ascii: ascii === true, env, stream });
}
