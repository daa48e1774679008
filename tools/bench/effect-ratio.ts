import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { BenchServer } from "../../packages/engine/src/testing/bench-server.ts";
import { type SideBySide, type Slice, sideBySide } from "./side-by-side.ts";

const OURS = new URL("../../packages/engine/src/durable/testing/our-effects.ts", import.meta.url);
const BARE = new URL("../../packages/engine/src/durable/testing/bare-effects.ts", import.meta.url);
const EFFECTS = 200;
const ROUNDS = 7;
/** Milliseconds between polls of the bare queue: the same as for our busy queue. */
const POLL_MS = 20;

/** Compares our effects with the same workflow without us, each in its own process and database. */
export async function measureEffectRatio(server: BenchServer): Promise<SideBySide> {
  const ours = await server.database("effects");
  const bare = await server.database("bare_effects");
  const one = await startWorker(OURS, [ours.appUrl, ours.workerUrl]);
  const other = await startWorker(BARE, [bare.ownerUrl, String(POLL_MS)]);
  try {
    return await sideBySide(ROUNDS, sliceOf(one), sliceOf(other));
  } finally {
    await end(one);
    await end(other);
  }
}

async function startWorker(script: URL, args: readonly string[]): Promise<ChildProcess> {
  const child = fork(script, [...args]);
  const [said] = await once(child, "message");
  if (said !== "ready") throw new Error(`${script.pathname}: ${JSON.stringify(said)}`);
  return child;
}

function sliceOf(child: ChildProcess): Slice {
  return async () => {
    child.send(EFFECTS);
    const [ms] = await once(child, "message");
    if (typeof ms !== "number") throw new Error(JSON.stringify(ms));
    return (EFFECTS * 1_000) / ms;
  };
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.disconnect();
  await ended;
}
