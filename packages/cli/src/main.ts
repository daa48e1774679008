#!/usr/bin/env node
import { fileURLToPath } from "node:url";
import { CommanderError } from "commander";
import { buildProgram } from "./build-program.ts";
import { contextOf, readArguments, withCommand } from "./global-options.ts";

const program = buildProgram(async (load, { args, options }) => {
  const context = contextOf(program.opts(), { env: process.env, program: PROGRAM });
  await limitTime(program.opts());
  const run = await load();
  const result = await run(context, { args, options });
  const { printResult } = await import("./output/print.ts");
  await printResult(result, context.format, context);
  process.exitCode = result.exitCode ?? 0;
});

const PROGRAM = fileURLToPath(import.meta.url);
const INTERRUPTED = 130;

async function limitTime({ timeout }: { timeout?: string }): Promise<void> {
  if (timeout === undefined) return;
  const { startTimeout } = await import("./start-timeout.ts");
  startTimeout(timeout, fail);
}

async function fail(error: unknown): Promise<never> {
  const { reportFailure } = await import("./report-failure.ts");
  process.exit(reportFailure(error, program));
}

process.once("SIGINT", () => process.exit(INTERRUPTED));
process.stdout.on("error", () => process.exit(0)); // whoever read us has left

try {
  const args = withCommand(readArguments(process.argv.slice(2)));
  await program.parseAsync(args, { from: "user" });
} catch (error) {
  const shown = error instanceof CommanderError && error.exitCode === 0;
  if (!shown) await fail(error);
}
