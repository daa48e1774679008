import { createSandboxedProcessRunner } from "../../packages/adapters/src/process/create-sandboxed-process-runner.ts";

const [directory = "", command = ""] = process.argv.slice(2);

/** Runs one command in the sandbox, in a process of its own that inherits what a test opened for it. */
const { end, stdout, stderr } = await createSandboxedProcessRunner().run({
  command,
  directory,
  network: "none",
  limits: { timeoutMs: 20_000, outputBytes: 10_000, processes: 50, memoryBytes: 256 * 1024 ** 2 },
});
process.stdout.write(`${JSON.stringify(end)}\n${Buffer.from(stdout)}${Buffer.from(stderr)}`);
