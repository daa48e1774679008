import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import {
  type BenchServer,
  type BenchUrls,
  readServerCounters,
} from "../../../packages/engine/src/testing/bench-server.ts";
import { countMessages } from "../../../packages/engine/src/testing/count-messages.ts";
import { measureBareQueue } from "../effect-ratio.ts";
import { type BenchEngine, openBenchEngine } from "../open-bench-engine.ts";
import { roundFigure } from "../side-by-side.ts";
import { policyWith } from "../task-life.ts";
import { createCountingGit } from "./count-git.ts";
import { measureFinishedTimers } from "./finished-timers.ts";
import { createJobCounter } from "./observe-jobs.ts";
import { childrenCpuMs, postgresCpuMs } from "./process-times.ts";
import { createTargetLock } from "./target-lock.ts";
import {
  type CostSnapshot,
  calculateCosts,
  calculateTaskRatio,
  type TaskCosts,
  type TimerCosts,
} from "./task-costs.ts";
import { AUTHORS, REPOSITORIES, startTaskLoad, type TaskLoad } from "./task-load.ts";

const DEFAULT_SECONDS = 20;
const WARM_UP_MS = 5_000;
const MAX_WARM_UP_MS = 60_000;
/** More branches per second and repository than can be submitted. */
const BRANCHES_PER_SECOND = 12;
const BARE_SLICES = 3;

export type TaskFigures = TaskCosts & {
  /** Complete tasks per second ÷ the tasks per second that the bare queue could run the jobs of. */
  taskRatio: number;
  bareJobsPerSecond: number;
  finishedTimers: TimerCosts;
  seconds: number;
  repositories: number;
  authors: number;
};

/**
 * Measures complete tasks and what each costs: authors submit branches, three agents review at once, and the
 * engine merges, or is done with the approval if the strategy is `none`.
 */
export async function measureTasks(
  server: BenchServer,
  strategy: "merge" | "none",
  seconds = DEFAULT_SECONDS,
): Promise<TaskFigures> {
  const urls = await server.database("tasks");
  const bareBefore = await measureBareQueue(await server.database("bare_before"), BARE_SLICES);
  const { costs, finishedTimers } = await runTasks(server, urls, strategy, seconds);
  const bareAfter = await measureBareQueue(await server.database("bare_after"), BARE_SLICES);
  const bareJobsPerSecond = roundFigure((bareBefore + bareAfter) / 2);
  return {
    ...costs,
    taskRatio: calculateTaskRatio(costs, bareJobsPerSecond),
    bareJobsPerSecond,
    finishedTimers,
    seconds,
    repositories: REPOSITORIES.length,
    authors: AUTHORS,
  };
}

async function runTasks(
  server: BenchServer,
  urls: BenchUrls,
  strategy: "merge" | "none",
  seconds: number,
): Promise<{ costs: TaskCosts; finishedTimers: TimerCosts }> {
  const observers = await createObservers(server.directory);
  const { messages, jobs, lock } = observers;
  const branches = Math.ceil(seconds + (2 * WARM_UP_MS) / 1_000) * BRANCHES_PER_SECOND;
  const bench = await openBenchEngine(urls, server.directory, {
    policy: policyWith(strategy),
    repositories: Object.fromEntries(REPOSITORIES.map((id) => [id, branches])),
    around: jobs.around,
    aroundMirror: lock.watchMirror,
    git: observers.git.path,
  });
  lock.watchPool(bench.pool);
  await bench.engine.start();
  const load = await startTaskLoad(bench, messages.attribute);
  const take = () => takeSnapshot(observers, urls, load.done.size);
  await warmUp(load);
  const before = await take();
  await pause(seconds * 1_000);
  const costs = calculateCosts(before, await take());
  await load.stop();
  const { messagesPerJob } = costs;
  const left = { ownerUrl: urls.ownerUrl, done: load.done, jobs, messages, messagesPerJob };
  const finishedTimers = await measureFinishedTimers(left);
  await close(bench);
  messages.stop();
  return { costs, finishedTimers };
}

/** Waits until each author has finished about one task, so that as many tasks begin as end. */
async function warmUp({ done }: TaskLoad): Promise<void> {
  const began = performance.now();
  await pause(WARM_UP_MS);
  while (done.size < AUTHORS && performance.now() - began < MAX_WARM_UP_MS) await pause(100);
}

async function close({ engine, pool, lines }: BenchEngine): Promise<void> {
  await engine.stop();
  await pool.end();
  if (lines.length > 0) throw new Error(lines.slice(0, 5).join("\n"));
}

/** Counts everything that is visible at the ports: driver messages, jobs, git processes and moves. */
async function createObservers(directory: string) {
  const lock = createTargetLock();
  const messages = countMessages(lock.onMessage);
  const jobs = createJobCounter({
    job: (work) => messages.attribute("jobs", () => lock.run(work)),
    enqueue: (work) => messages.attribute("queue", work),
  });
  const git = createCountingGit(await mkdtemp(join(directory, "git-")));
  return { directory, lock, messages, jobs, git };
}
type Observers = Awaited<ReturnType<typeof createObservers>>;

async function takeSnapshot(
  { directory, lock, messages, jobs, git }: Observers,
  { ownerUrl }: BenchUrls,
  tasks: number,
): Promise<CostSnapshot> {
  const { user, system } = process.cpuUsage();
  const own = {
    ms: performance.now(),
    tasks,
    engineCpuMs: (user + system) / 1_000,
    gitCpuMs: childrenCpuMs(),
    gitProcesses: git.count(),
    jobs: jobs.read(),
    messages: messages.read(),
    ...lock.read(),
  };
  const cpuMs = await postgresCpuMs(directory);
  return { ...own, postgresCpuMs: cpuMs, ...(await readServerCounters(ownerUrl)) };
}
