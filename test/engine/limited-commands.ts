import { existsSync } from "node:fs";
import { createSandboxedProcessRunner } from "../../packages/adapters/src/process/create-sandboxed-process-runner.ts";

/** Commands that go past a limit or leave something behind, run where the caller says; prints how each ended. */
const LIMITS = { timeoutMs: 20_000, outputBytes: 10_000, processes: 40, memoryBytes: 256e6 };

const COMMANDS = {
  "takes no notice of SIGTERM": {
    command: "trap '' TERM; (trap '' TERM; sleep 30) & while :; do sleep 1; done",
    limits: { ...LIMITS, timeoutMs: 1_000 },
  },
  "takes too much memory": {
    command: `${process.execPath} -e 'const all = []; setInterval(() => all.push(Buffer.alloc(2e7, 1)), 20)'`,
    limits: LIMITS,
  },
  "starts too many processes": {
    command: "for i in $(seq 1 200); do sleep 20 & done; wait",
    limits: LIMITS,
  },
  "leaves a process of its group that holds its output": {
    command: "sleep 25.1 & echo said",
    limits: LIMITS,
  },
  "leaves a process of another session that holds its output": {
    command: "setsid sleep 25.2 & echo said; sleep 0.5",
    limits: LIMITS,
  },
};

const [directory = "/", ...only] = process.argv.slice(2);
const runner = createSandboxedProcessRunner({ bubblewrap: "/nowhere/bwrap", graceMs: 300 });
const ended: Record<string, unknown> = {};
for (const [name, { command, limits }] of Object.entries(COMMANDS)) {
  if (only.length > 0 && !only.includes(name)) continue;
  const { end, stdout, durationMs } = await runner.run({
    ...{ command, limits, directory, network: "none", unsandboxed: true },
  });
  ended[name] = { end, durationMs, said: Buffer.from(stdout).toString("utf8") };
}
process.stdout.write(JSON.stringify({ hasProc: existsSync("/proc/self"), ended }));
