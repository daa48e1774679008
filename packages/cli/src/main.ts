#!/usr/bin/env node
import { fileURLToPath } from "node:url";
import { nodeVersionProblem } from "./runtime/node-version.ts";

const complaint = nodeVersionProblem(process.versions.node);
if (complaint !== null) {
  process.stderr.write(`${complaint}\n`);
  process.exit(1);
}

const PROGRAM = fileURLToPath(import.meta.url);

let isInterrupted = false;
const args = process.argv.slice(2);
const isHook = args[0] === "hook" && args.length > 1 && !args.some((word) => word.startsWith("-"));
if (isHook) await hook(args.slice(1));
else {
  process.once("SIGINT", async () => {
    isInterrupted = true;
    const { exitAfterCleanup } = await import("./runtime/interrupt.ts");
    await exitAfterCleanup();
  });
  process.stdout.on("error", () => process.exit(0)); // the reader of our output has closed it
  const isVersion = args.length === 1 && (args[0] === "--version" || args[0] === "-V");
  await (isVersion ? printVersion() : run());
}

/** Prints the version without loading the program. */
async function printVersion(): Promise<void> {
  const { VERSION } = await import("./runtime/version.ts");
  process.stdout.write(`${VERSION}\n`);
}

/** Runs a hook without loading the program, because an agent waits for it. */
async function hook(words: readonly string[]): Promise<void> {
  const directory = process.cwd();
  const { env } = process;
  if (words[0] === "send") {
    const { flushSpool } = await import("./hook/spool/flush-spool.ts"); // work that hooks spooled; no agent waits for this
    await flushSpool({ env, directory });
  } else {
    const { startHook } = await import("./hook/start-hook.ts");
    const stdin = () => process.stdin;
    await startHook(words, { env, directory, program: PROGRAM, stdin, write });
  }
  process.exit(0);
}

/** Most hooks write nothing, and opening stdout takes time. */
function write(text: string): void {
  process.stdout.on("error", () => process.exit(0));
  process.stdout.write(text);
}

async function run(): Promise<void> {
  const { runProgram } = await import("./program/run-program.ts");
  const { stdin, stdout, stderr, env } = process;
  const { code, atOnce } = await runProgram(args, {
    env,
    directory: process.cwd(),
    program: PROGRAM,
    streams: { in: stdin, out: stdout, err: stderr },
  });
  if (isInterrupted) return; // that has its own code
  process.exitCode = code;
  if (atOnce) process.exit(code);
}
