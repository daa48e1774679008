import { CommanderError } from "commander";
import type { CommandContext } from "../command/context.ts";
import type { CliCommand } from "../command/define-command.ts";
import { addDefaultCommand, createContext, normalizeArguments } from "../command/global-options.ts";
import type { ProgramDeps } from "../command/program-deps.ts";
import { COMMANDS } from "../command-table/commands.ts";
import type { Result } from "../output/result.ts";
import { runCleanups } from "../runtime/early-exit.ts";
import type { Trace } from "../trace/open-trace.ts";
import { buildProgram } from "./build-program.ts";

/** `atOnce`: the command failed, so the process exits without waiting for pending work. */
export type ProgramResult = { code: number; atOnce: boolean };

/** Runs one command line and returns its exit code. Never exits the process. */
export async function runProgram(
  args: readonly string[],
  world: ProgramDeps,
): Promise<ProgramResult> {
  let trace: Trace | null = null;
  let code = 0;
  const program = buildProgram(COMMANDS, world.streams, async (entry, command, written) => {
    const { timeout, debug } = program.opts();
    if (debug === true) {
      const { openTrace } = await import("../trace/open-trace.ts");
      trace = await openTrace(args);
    }
    const context = createContext(program.opts(), world, { trace, commands: COMMANDS });
    const work = async () => {
      await checkVariables(world);
      const run = () => command.run(context, written);
      const result = entry.flushesSpool ? await flushAround(context, run) : await run();
      code = await answer(context, command, result);
    };
    await (timeout === undefined ? work() : inTime(timeout, work));
  });

  let atOnce = false;
  try {
    await program.parseAsync(addDefaultCommand(normalizeArguments(args), atTerminal(world)), {
      from: "user",
    });
  } catch (error) {
    const shown = error instanceof CommanderError && error.exitCode === 0;
    if (!shown) {
      const { reportFailure } = await import("./report-failure.ts");
      code = reportFailure(error, program, world);
      atOnce = true;
      noted(trace)?.fail(error);
    }
  }
  await endTrace(noted(trace), code, world);
  return { code, atOnce };
}

/** Checks the variables that are set; loads the check only if there are any. */
async function checkVariables({ env }: ProgramDeps): Promise<void> {
  if (env.COUNTERSIGN_DATA === undefined && env.COUNTERSIGN_GIT === undefined) return;
  const { checkEnvironment } = await import("../runtime/check-environment.ts");
  checkEnvironment(env);
}

function atTerminal({ streams }: ProgramDeps): boolean {
  return streams.in.isTTY === true && streams.out.isTTY === true;
}

/** Runs the command and stops it after the timeout. */
async function inTime(time: string, work: () => Promise<void>): Promise<void> {
  const { startTimeout } = await import("../time/start-timeout.ts");
  const { over, stop } = startTimeout(time);
  try {
    await Promise.race([work(), over]);
  } catch (error) {
    await runCleanups(); // what still runs leaves nothing on the machine
    throw error;
  } finally {
    stop();
  }
}

/** Loads the spool's code only for commands that flush it. */
async function flushAround(context: CommandContext, run: () => Promise<Result>): Promise<Result> {
  const { withSpoolFlush } = await import("../hook/spool/with-spool-flush.ts");
  return await withSpoolFlush(context, run);
}

async function answer(
  context: CommandContext,
  { output }: CliCommand,
  result: Result,
): Promise<number> {
  const { printResult } = await import("../output/print.ts");
  await printResult(result, context.format, { ...context, output });
  return result.exitCode ?? 0;
}

/** The compiler does not see that the command has set it. */
function noted(trace: Trace | null): Trace | null {
  return trace;
}

async function endTrace(trace: Trace | null, code: number, { streams }: ProgramDeps) {
  if (trace === null) return;
  await trace.end(code);
  streams.err.write(`trace: ${trace.path}\n`);
}
