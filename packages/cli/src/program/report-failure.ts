import { CountersignError } from "@countersign/core";
import { type Command, CommanderError } from "commander";
import { outputFormat, outputStyle } from "../command/global-options.ts";
import type { ProgramDeps } from "../command/program-deps.ts";
import { exitCodeOf, failureOf } from "../output/failure.ts";
import { printFailure } from "../output/print.ts";
import { EXIT_CODES } from "../runtime/exit-codes.ts";

/** Prints an error and returns its exit code. For a group without a command, help was already printed. */
export function reportFailure(
  thrown: unknown,
  program: Command,
  { streams, env }: Pick<ProgramDeps, "streams" | "env">,
): number {
  if (thrown instanceof CommanderError && thrown.code === "commander.help") {
    return EXIT_CODES.usage.code;
  }
  const error = thrown instanceof CommanderError ? usageError(thrown) : thrown;
  const options = program.opts();
  printFailure(error, outputFormat(options), {
    streams,
    style: outputStyle(options, env, streams.err),
    verbose: options.verbose === true,
  });
  return exitCodeOf(failureOf(error));
}

const SUGGESTION = /\n\(Did you mean (?:one of )?(.+)\?\)$/s;

/** Converts commander's usage error to one sentence with its suggestion. */
function usageError({ code, message }: CommanderError): CountersignError {
  const plain = message.replace(/^error: /, "");
  const meant = SUGGESTION.exec(plain)?.[1];
  const said = plain.replace(SUGGESTION, "").replaceAll("'", "`");
  const full = meant === undefined ? said : `${said}, did you mean \`${meant}\`?`;
  return new CountersignError("invalid_input", full, { hint: hintFor(code) });
}

function hintFor(code: string): string {
  if (code === "commander.excessArguments") {
    return "To select one field, use an equals sign: --json=title";
  }
  return "List commands and options: countersign --help";
}
