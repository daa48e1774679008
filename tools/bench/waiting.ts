import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import {
  type BenchServer,
  type BenchUrls,
  benchPool,
  statementsSoFar,
} from "../../packages/engine/src/testing/bench-server.ts";
import { cloneTask } from "./clone-task.ts";
import { quantile, roundFigure } from "./side-by-side.ts";

const TASKS = 100_000;
const SETTLE_MS = 10_000;
const IDLE_MS = 20_000;
const WAKES = 200;
const SCRIPT = fileURLToPath(new URL("waiting-process.ts", import.meta.url));

export type WaitingFigures = {
  tasks: number;
  /** The additional memory of the engine's process for the waiting tasks. */
  memoryMb: number;
  /** Statements per second of an idle engine. */
  statementsPerSecond: number;
  /** Milliseconds from the end of the command that wakes a task to the start of its effect. */
  wakeP99Ms: number;
};

/** Measures the cost of tasks that wait for a person. */
export async function measureWaiting(server: BenchServer, tasks = TASKS): Promise<WaitingFigures> {
  const urls = await server.database("waiting");
  const owner = benchPool(urls.ownerUrl, 1);
  const engine = await startEngine(urls, server.directory);
  try {
    const pattern = await engine.ask("wait");
    await pause(SETTLE_MS);
    const idle = Number(await engine.ask("memory"));
    await cloneTask(owner, String(pattern), tasks);
    await pause(SETTLE_MS);
    const before = await statementsSoFar(urls.ownerUrl);
    await pause(IDLE_MS);
    const sent = (await statementsSoFar(urls.ownerUrl)) - before;
    const full = Number(await engine.ask("memory"));
    const wakes: number[] = [];
    for (let wake = 0; wake < WAKES; wake += 1) wakes.push(Number(await engine.ask("wake")));
    return {
      tasks,
      memoryMb: roundFigure((full - idle) / 1024 ** 2),
      statementsPerSecond: roundFigure((sent * 1_000) / IDLE_MS),
      wakeP99Ms: roundFigure(quantile(wakes, 0.99)),
    };
  } finally {
    await engine.end();
    await owner.end();
  }
}

/** Starts the engine in its own process, so its memory can be measured. */
async function startEngine(urls: BenchUrls, directory: string) {
  const { appUrl, ownerUrl, workerUrl } = urls;
  const child = fork(SCRIPT, [appUrl, ownerUrl, workerUrl, directory], {
    execArgv: ["--expose-gc"],
  });
  const hear = async (): Promise<unknown> => {
    const [said] = await once(child, "message");
    if (typeof said === "object" && said !== null && "failed" in said)
      throw new Error(String(said.failed));
    return said;
  };
  await hear();
  return {
    async ask(what: "wait" | "memory" | "wake"): Promise<unknown> {
      const answer = hear();
      child.send(what);
      return answer;
    },
    async end(): Promise<void> {
      const ended = once(child, "exit");
      child.disconnect();
      await ended;
    },
  };
}
