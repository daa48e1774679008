import { createSandboxedProcessRunner } from "../create-sandboxed-process-runner.ts";
import { decodeText, runCommand } from "./run-command.ts";

/** Run by a test as a program of its own, also as another user: prints what a command says there. */
const [directory = "", command = ""] = process.argv.slice(2);
const runner = createSandboxedProcessRunner();
const { end, stdout, stderr, sandboxed } = await runCommand(runner, directory, command, {
  limits: { processes: 30 },
});
const said = { end, stdout: decodeText(stdout), stderr: decodeText(stderr), sandboxed };
process.stdout.write(JSON.stringify(said));
