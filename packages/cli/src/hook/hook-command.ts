import type { ProgramWorld } from "../program-world.ts";
import { LIMITS, runHook } from "./run-hook.ts";

const MOST_INPUT = 4_000_000;

type Stdin = AsyncIterable<Buffer | string>;
type World = Pick<ProgramWorld, "env" | "directory" | "program" | "streams">;

/** `hook <agent> <event>`: what agents' hosts call. It always ends well, whatever it is given. */
export async function hookCommand(
  words: readonly string[],
  world: World,
  stdin: Stdin,
): Promise<void> {
  const { env, directory, program, streams } = world;
  await runHook(words, {
    env,
    directory,
    read: () => readAll(stdin),
    write: (text) => void streams.out.write(text),
    sendLater: (where) => sendLater(program, where),
    limits: LIMITS,
  }).catch(() => undefined);
}

/** Another process sends what waits, so that the agent need not wait for it. */
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

/** What is longer than any host's event is not read to its end, and is none. */
async function readAll(stdin: Stdin): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > MOST_INPUT) return "";
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString("utf8");
}
