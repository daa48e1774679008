import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { BenchServer, BenchUrls } from "../../../packages/engine/src/testing/bench-server.ts";
import { openBenchEngine } from "../open-bench-engine.ts";
import { roundFigure } from "../side-by-side.ts";
import { policyWith } from "../task-life.ts";
import { childrenCpuMs, postgresCpuMs } from "./process-times.ts";
import { AUTHORS, REPOSITORIES, startTaskLoad } from "./task-load.ts";

const SCRIPT = fileURLToPath(new URL("worker-process.ts", import.meta.url));
const COUNTS = [1, 2, 4] as const;
const DEFAULT_SECONDS = 20;
const MAX_WARM_UP_MS = 60_000;
const BRANCHES = 600;

/** The rate and cost of tasks with a number of worker processes beside the one that answers requests. */
export type WorkerRate = {
  workers: number;
  tasksPerSecond: number;
  /** CPU time of the process that answers requests, including the bench's authors and agents. */
  apiCpuMsPerTask: number;
  /** CPU time of the workers and their git processes. */
  workerCpuMsPerTask: number;
  postgresCpuMsPerTask: number;
};

/** Measures complete tasks with one, two and four worker processes on one database. */
export async function measureWorkers(
  server: BenchServer,
  seconds = DEFAULT_SECONDS,
): Promise<{ rates: WorkerRate[]; seconds: number }> {
  const rates: WorkerRate[] = [];
  for (const workers of COUNTS) rates.push(await rateWith(server, workers, seconds));
  return { rates, seconds };
}

async function rateWith(
  server: BenchServer,
  workers: number,
  seconds: number,
): Promise<WorkerRate> {
  const urls = await server.database(`workers_${workers}`);
  const bench = await openBenchEngine(urls, server.directory, {
    policy: policyWith("merge"),
    repositories: Object.fromEntries(REPOSITORIES.map((id) => [id, BRANCHES])),
    runsJobs: false,
  });
  await bench.engine.start();
  const children: ChildProcess[] = [];
  for (let left = workers; left > 0; left -= 1)
    children.push(await startWorker(urls, bench.folder));
  const load = await startTaskLoad(bench, (_origin, work) => work());
  for (const end = performance.now() + MAX_WARM_UP_MS; performance.now() < end; await pause(100))
    if (load.done.size >= AUTHORS) break;
  const take = async () => {
    const { user, system } = process.cpuUsage();
    const [ms, tasks, workersMs] = [performance.now(), load.done.size, childrenCpuMs()];
    const postgresMs = await postgresCpuMs(server.directory);
    return { ms, tasks, apiMs: (user + system) / 1_000, workersMs, postgresMs };
  };
  const before = await take();
  await pause(seconds * 1_000);
  const after = await take();
  await load.stop();
  for (const child of children) await endWorker(child);
  await bench.engine.stop();
  await bench.pool.end();
  const tasks = after.tasks - before.tasks;
  const perTask = (field: "apiMs" | "workersMs" | "postgresMs") =>
    roundFigure((after[field] - before[field]) / tasks);
  return {
    workers,
    tasksPerSecond: roundFigure((tasks * 1_000) / (after.ms - before.ms)),
    apiCpuMsPerTask: perTask("apiMs"),
    workerCpuMsPerTask: perTask("workersMs"),
    postgresCpuMsPerTask: perTask("postgresMs"),
  };
}

async function startWorker(
  { appUrl, ownerUrl, workerUrl }: BenchUrls,
  folder: string,
): Promise<ChildProcess> {
  const child = fork(SCRIPT, [appUrl, ownerUrl, workerUrl, folder]);
  await once(child, "message");
  return child;
}

async function endWorker(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.disconnect();
  const [code] = await ended;
  if (code !== 0) throw new Error(`A worker ended with ${String(code)}`);
}
