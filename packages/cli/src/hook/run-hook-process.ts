import type { Environment } from "../runtime/environment.ts";
import { DEFAULT_HOOK_LIMITS, runHook } from "./run-hook.ts";

export type HookProcess = {
  env: Environment;
  directory: string;
  /** The path of this program, which also flushes the spool. */
  program: string;
  write(text: string): void;
};

/** Answers an event in a repository that was set up. It always ends well, whatever it is given. */
export async function runHookProcess(
  words: readonly string[],
  { env, directory, program, write }: HookProcess,
  input: string,
): Promise<void> {
  await runHook(words, {
    env,
    directory,
    read: async () => input,
    write,
    sendLater: (where) => sendLater(program, where),
    limits: DEFAULT_HOOK_LIMITS,
  }).catch(() => undefined);
}

/** Flushes the spool in another process, so that the agent does not wait for it. */
async function sendLater(program: string, where: string): Promise<void> {
  const { spawn } = await import("node:child_process");
  const child = spawn(process.execPath, [...process.execArgv, program, "hook", "send"], {
    cwd: where,
    detached: true,
    stdio: "ignore",
  });
  child.on("error", () => undefined); // it is sent by the next one
  child.unref();
}
