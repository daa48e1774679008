#!/usr/bin/env node
import { fileURLToPath } from "node:url";
import { VERSION } from "./version.ts";

const PROGRAM = fileURLToPath(import.meta.url);

let isInterrupted = false;
process.once("SIGINT", async () => {
  isInterrupted = true;
  const { interrupt } = await import("./interrupt.ts");
  await interrupt();
});
process.stdout.on("error", () => process.exit(0)); // whoever read us has left

const args = process.argv.slice(2);
const isVersion = args.length === 1 && (args[0] === "--version" || args[0] === "-V");
if (isVersion)
  process.stdout.write(`${VERSION}\n`); // the one answer that needs nothing else
else if (args[0] === "hook" && args.length > 1 && !args.some((word) => word.startsWith("-")))
  await hook(args.slice(1));
else await run();

/** An agent waits for it, so it goes past everything that makes commands comfortable. */
async function hook(words: readonly string[]): Promise<void> {
  const { stdin, stdout, stderr, env } = process;
  const directory = process.cwd();
  if (words[0] === "send") {
    const { sendSpool } = await import("./hook/send-spool.ts"); // what hooks left; nobody waits
    await sendSpool({ env, directory });
  } else {
    const { hookCommand } = await import("./hook/hook-command.ts");
    const streams = { in: stdin, out: stdout, err: stderr };
    await hookCommand(words, { env, directory, program: PROGRAM, streams }, stdin);
  }
  process.exit(0);
}

async function run(): Promise<void> {
  const { runProgram } = await import("./run-program.ts");
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
