import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { BenchServer, BenchUrls } from "../../packages/engine/src/testing/bench-server.ts";
import { median, type SideBySide, type Slice, sideBySide } from "./side-by-side.ts";

const OURS = new URL("../../packages/engine/src/durable/testing/our-effects.ts", import.meta.url);
const BARE = new URL("../../packages/engine/src/durable/testing/bare-effects.ts", import.meta.url);
const EFFECTS = 200;
const ROUNDS = 7;

/** Compares our effects with the same jobs without us, each in its own process and database. */
export async function measureEffectRatio(server: BenchServer): Promise<SideBySide> {
  const ours = await server.database("effects");
  const one = await startWorker(OURS, [ours.appUrl, ours.workerUrl]);
  const other = await startBareWorker(await server.database("bare_effects"));
  try {
    return await sideBySide(ROUNDS, sliceOf(one), sliceOf(other));
  } finally {
    await end(one);
    await end(other);
  }
}

/** Measures the jobs per second of the bare queue on an empty database, in its own process. */
export async function measureBareQueue(bare: BenchUrls, slices: number): Promise<number> {
  const worker = await startBareWorker(bare);
  try {
    const rates: number[] = [];
    const slice = sliceOf(worker);
    await slice(); // warm-up
    for (let left = slices; left > 0; left -= 1) rates.push(await slice());
    return median(rates);
  } finally {
    await end(worker);
  }
}

function startBareWorker({ ownerUrl }: BenchUrls): Promise<ChildProcess> {
  return startWorker(BARE, [ownerUrl]);
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
